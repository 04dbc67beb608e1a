package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestMemoryWithoutAFlagIsWhatThereIs(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems do not say")
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	var l limits
	there := l.options(nil).Memory
	if there <= 0 {
		t.Fatalf("%d bytes", there)
	}
	if again := l.bytes(); again != there {
		t.Errorf("%d bytes, then %d: an error would name another limit than was kept to", there, again)
	}
	if collector := debug.SetMemoryLimit(-1); collector != there {
		t.Errorf("the garbage collector keeps to %d bytes, not %d", collector, there)
	}
	if given := (&limits{memory: 5}).bytes(); given != 5 {
		t.Errorf("--memory 5 is %d bytes", given)
	}
}
