package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the style, the script, the template
	"encoding/base64"
	"fmt"
	"html/template"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/plot"
)

// Page is a report.
type Page struct {
	Title    string
	Lead     string // a sentence or two below the title
	Command  string // that makes the page, as it is typed; "" for none
	Sections []Section
	// Run is what is not the same in another run with the same input: times, memory, the
	// machine. It comes last, and nothing like it may be elsewhere.
	Run Section
}

// Section is a part of a page with a title of its own, to which the page's list of contents
// leads.
type Section struct {
	Of     string // which of several graphs it is about; "" for all
	Title  string
	Blocks []Block
}

// Block is a Text, Facts, a Table, a Figure or an Image.
type Block interface {
	// show writes the block by a template, and fill what is in it for machines.
	show(b *builder) (shown, error)
}

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.html
var layout string

// pages is parsed when there is a page to write, and not at the start of every command.
var pages = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(layout)) })

// HTML returns the page. Figures that cannot be drawn and values of an unknown type are errors.
func (p Page) HTML() ([]byte, error) {
	b := &builder{}
	v := view{Title: label(p.Title), Lead: label(p.Lead), Command: label(p.Command)}
	v.Data.Title, v.Data.Command = label(p.Title), label(p.Command)
	for _, s := range p.Sections {
		shown, data, err := b.section(s)
		if err != nil {
			return nil, err
		}
		v.add(shown)
		v.Data.Sections = append(v.Data.Sections, data)
	}
	if len(p.Run.Blocks) > 0 {
		shown, data, err := b.section(p.Run)
		if err != nil {
			return nil, err
		}
		v.add(shown)
		v.Data.Run = &data
	}
	css := style + plot.Style()
	v.Style, v.Script = template.CSS(css), template.JS(script)
	v.Policy = fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; img-src data:; base-uri 'none'; form-action 'none'",
		hash(css), hash(script))
	var out bytes.Buffer
	err := pages().Execute(&out, v)
	return out.Bytes(), err
}

// hash names a text in a security policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// view is what the template shows.
type view struct {
	Title, Lead, Command string
	Policy               string
	Style                template.CSS
	Script               template.JS
	Groups               []group
	Data                 data
}

// group is sections that follow each other and are about one graph, or about all.
type group struct {
	Of       string
	Sections []shownSection
}

type shownSection struct {
	ID, Of, Title string
	Blocks        []shown
}

// add adds a section to the last group, or begins one.
func (v *view) add(s shownSection) {
	if last := len(v.Groups) - 1; last >= 0 && v.Groups[last].Of == s.Of {
		v.Groups[last].Sections = append(v.Groups[last].Sections, s)
		return
	}
	v.Groups = append(v.Groups, group{s.Of, []shownSection{s}})
}

// data is the page for machines.
type data struct {
	Title    string        `json:"title"`
	Command  string        `json:"command,omitempty"`
	Sections []sectionData `json:"sections"`
	Run      *sectionData  `json:"run,omitempty"`
}

type sectionData struct {
	Of     string      `json:"of,omitempty"`
	Title  string      `json:"title"`
	Facts  []factData  `json:"facts,omitempty"`
	Tables []tableData `json:"tables,omitempty"`
}

// builder numbers the parts of a page, and collects what they tell machines.
type builder struct {
	sections, figures, tables int
	data                      sectionData // of the section at hand
}

func (b *builder) section(s Section) (shownSection, sectionData, error) {
	b.sections++
	b.data = sectionData{Of: label(s.Of), Title: label(s.Title)}
	shown := shownSection{ID: fmt.Sprintf("s%d", b.sections), Of: label(s.Of), Title: label(s.Title)}
	for _, block := range s.Blocks {
		one, err := block.show(b)
		if err != nil {
			return shown, b.data, fmt.Errorf("section %q of the report: %w", label(s.Title), err)
		}
		shown.Blocks = append(shown.Blocks, one)
	}
	return shown, b.data, nil
}
