//go:build !linux

package atomicfile

import (
	"context"
	"os"
)

// Room is none here.
type Room struct{}

// Reserve returns nil: here there is no way to give a file its name later.
func Reserve(context.Context, string, int64) *Room { return nil }

func (*Room) name(string, os.FileMode) bool { return false }

// Close does nothing.
func (*Room) Close() {}
