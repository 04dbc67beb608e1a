package par

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

func TestEachRaisesPanic(t *testing.T) {
	defer func() {
		if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "odd item\n") {
			t.Errorf("recovered %q", text)
		}
	}()
	_ = Each(context.Background(), 4, 100, func(_, item int) error {
		if item%2 == 1 {
			panic("odd item")
		}
		return nil
	})
	t.Error("Each returned")
}
