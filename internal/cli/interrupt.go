package cli

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// interruptible returns a context that ends with the first interrupt, request to
// terminate or loss of the terminal. The second one kills the process, as if
// nothing had been caught.
//
// What whoever started us lets us ignore stays ignored, as nohup asks for.
func interruptible() (context.Context, context.CancelFunc) {
	signals := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
