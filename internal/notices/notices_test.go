package main

import (
	"bytes"
	"os"
	"testing"
)

// TestNoticesAreCurrent fails when the notices are not those of what is linked now.
func TestNoticesAreCurrent(t *testing.T) {
	want, err := notices()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../THIRD_PARTY_NOTICES")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("THIRD_PARTY_NOTICES is stale: run go generate ./cmd/tricycle")
	}
}
