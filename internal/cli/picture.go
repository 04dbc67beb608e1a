package cli

import (
	"cmp"
	"io"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/plot"
)

// picture is a file that a command draws beside its answer, as an SVG.
type picture struct {
	flag, path string
	out        io.Writer
	file       committing
}

func (p *picture) addTo(cmd *cobra.Command, flag, usage string) {
	p.flag = flag
	cmd.Flags().StringVar(&p.path, flag, "", usage)
}

// wanted says whether there is something to draw.
func (p *picture) wanted() bool { return p.path != "" }

// beginOne is begin for a picture that shows one input.
func (p *picture) beginOne(cmd *cobra.Command, inputs []string) error {
	if p.wanted() && len(inputs) > 1 {
		return usagef("--%s draws one file, and %d are given", p.flag, len(inputs))
	}
	return p.begin(cmd, inputs...)
}

// begin opens the file before the work for it, which reads inputs.
func (p *picture) begin(cmd *cobra.Command, inputs ...string) error {
	if !cmd.Flags().Changed(p.flag) {
		return nil
	}
	if err := cmp.Or(checkBeside(p.flag, p.path), keepInput(p.path, inputs...)); err != nil {
		return err
	}
	var err error
	p.out, p.file, err = openOutput(cmd, p.path)
	return err
}

// checkBeside refuses what is no file for what a flag writes beside the answer.
func checkBeside(flag, path string) error {
	switch path {
	case "":
		return usagef("--%s names no file", flag)
	case "-":
		return usagef("--%s - : standard output has the answer; name a file", flag)
	}
	return nil
}

// draw writes the picture, which is there once it is whole.
func (p *picture) draw(f plot.Figure) error {
	svg, err := f.SVG(p.flag)
	if err != nil {
		return err
	}
	if _, err := p.out.Write(svg); err != nil {
		return writeError(p.path, err)
	}
	return writeError(p.path, p.file.run())
}

// discard removes what was begun and not drawn.
func (p *picture) discard() { p.file.discard() }
