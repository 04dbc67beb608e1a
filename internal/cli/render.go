package cli

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"
)

// writeJSON writes one object on one line.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// answered is what was found, in both of its forms.
type answered interface {
	Print(w io.Writer) error
	JSON() any
}

// printAnswer prints an answer for people, or as one line of JSON.
func printAnswer(cmd *cobra.Command, a answered, json bool) error {
	if json {
		return output(writeJSON(cmd.OutOrStdout(), a.JSON()))
	}
	return output(a.Print(cmd.OutOrStdout()))
}
