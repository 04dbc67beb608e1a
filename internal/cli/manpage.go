package cli

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manPage is the page of a command in the language of man(7): what its help says, above the
// flags and below them.
func manPage(cmd *cobra.Command, date time.Time) string {
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %q 1 %q %q %q\n", strings.ToUpper(manName(cmd)), date.Format("Jan 2006"), "tricycle "+version(), "tricycle")
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", manName(cmd), manText(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", manText(cmd.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	for i, part := range strings.Split(strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short)+"\n\n"+cmd.Annotations[below]), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		manLines(&b, part)
	}
	manFlags(&b, "OPTIONS", cmd.NonInheritedFlags())
	manFlags(&b, "OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		manLines(&b, cmd.Example)
	}
	manOthers(&b, cmd)
	return b.String()
}

// manLines writes lines of a help: as they are where they are indented, else to be filled.
func manLines(b *strings.Builder, text string) {
	asIs := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if indented := strings.HasPrefix(line, "  "); indented != asIs && line != "" {
			asIs = indented
			if asIs {
				b.WriteString(".nf\n")
			} else {
				b.WriteString(".fi\n")
			}
		}
		b.WriteString(manText(line) + "\n")
	}
	if asIs {
		b.WriteString(".fi\n")
	}
}

// manFlags writes what each of some flags does, as the help has it.
func manFlags(b *strings.Builder, title string, flags *pflag.FlagSet) {
	if flags.HasAvailableFlags() {
		fmt.Fprintf(b, ".SH %s\n", title)
		manLines(b, flags.FlagUsagesWrapped(helpWidth))
	}
}

// manOthers writes which pages stand around that of a command.
func manOthers(b *strings.Builder, cmd *cobra.Command) {
	var others []string
	if cmd.HasParent() {
		others = append(others, fmt.Sprintf(`\fB%s\fR(1)`, manText(manName(cmd.Parent()))))
	}
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() && !below.IsAdditionalHelpTopicCommand() {
			others = append(others, fmt.Sprintf(`\fB%s\fR(1)`, manText(manName(below))))
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(b, ".SH SEE ALSO\n%s\n", strings.Join(others, ", "))
	}
}

// manText writes text as it is: with hyphens that can be copied, and no line that begins
// like a request.
func manText(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
