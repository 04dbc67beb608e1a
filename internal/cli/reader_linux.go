package cli

import (
	"io"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// glance is how many milliseconds a look at a pipe may take, after which an end is heeded.
const glance = 500

// heedReader ends the process when nobody reads its standard output any more, until stop
// is called: a search that finds little would else learn of it late, by writing.
func heedReader(out io.Writer) (stop func()) {
	answers, ok := out.(*answers)
	if !ok {
		return func() {}
	}
	var stopped atomic.Bool
	go func() {
		for !stopped.Load() {
			pipe := []unix.PollFd{{Fd: int32(answers.file.Fd())}}
			_, err := unix.Poll(pipe, glance)
			if err != nil && err != unix.EINTR || pipe[0].Revents&unix.POLLNVAL != 0 {
				return
			}
			if pipe[0].Revents&unix.POLLERR != 0 && !stopped.Load() {
				// SIGPIPE, as if an answer had been written that moment.
				_, _ = answers.file.Write([]byte{'\n'})
				return
			}
		}
	}()
	return func() { stopped.Store(true) }
}
