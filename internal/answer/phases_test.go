package answer

import (
	"encoding/json"
	"testing"

	"github.com/tricycle-graph/tricycle/triangle"
)

// Times are differences of times, and show whole nanoseconds all the same.
func TestSecondsOfWholeNanoseconds(t *testing.T) {
	text, err := json.Marshal(Tidy(triangle.Seconds{
		Read: 0.001056345, Order: 0.000001466999999999788, Orient: 0.000014712000000000058, Total: 86400.000000001,
	}))
	if want := `{"read":0.001056345,"clean":0,"order":0.000001467,"orient":0.000014712,"count":0,"total":86400.000000001}`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}
