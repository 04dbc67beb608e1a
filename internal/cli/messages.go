package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// message is one thing that standard error says: a line for people, or an object for a
// program (--messages json). One of its fields is there.
type message struct {
	Cleaning *cleaningMessage `json:"cleaning,omitempty"`
	Note     *noteMessage     `json:"note,omitempty"`
	Warning  *noteMessage     `json:"warning,omitempty"`
	Progress *progressMessage `json:"progress,omitempty"`
	Error    *errorMessage    `json:"error,omitempty"`
}

// cleaningMessage says what was taken of a file and what became of its records.
type cleaningMessage struct {
	File   string       `json:"file"`
	Table  *graph.Table `json:"table,omitempty"`
	Graphs uint64       `json:"graphs,omitempty"` // of a file of many
	graph.Report
	Message string `json:"message"`
}

// noteMessage is anything else that is good to know, or to be warned of.
type noteMessage struct {
	File    string `json:"file,omitempty"`
	Message string `json:"message"`
}

func (n *noteMessage) line() string {
	if n.File == "" {
		return readable.OneLine(n.Message)
	}
	return readable.OneLine(n.File) + ": " + readable.OneLine(n.Message)
}

// progressMessage says how far a phase is. On a terminal a bar shows that.
type progressMessage struct {
	Phase string `json:"phase"`
	Done  int64  `json:"done"`
	Total int64  `json:"total"` // 0 where it is not known
}

// text returns a message as people read it.
func (m message) text() string {
	line, below := "", ""
	switch {
	case m.Cleaning != nil:
		line = readable.OneLine(m.Cleaning.File) + ": " + m.Cleaning.Message
	case m.Note != nil:
		line = m.Note.line()
	case m.Warning != nil:
		line = m.Warning.line()
	case m.Error != nil:
		line = readable.OneLine(m.Error.Message)
		if m.Error.Stack != "" {
			below = "\n" + m.Error.Stack
		}
	default:
		return ""
	}
	return "tricycle: " + line + "\n" + below
}

// messageForm is how messages are written.
type messageForm string

const (
	textMessages messageForm = "text"
	jsonMessages messageForm = "json"
)

var messageForms = []messageForm{textMessages, jsonMessages}

// messages is the standard error of a command.
type messages struct {
	to   io.Writer
	form messageForm

	writing sync.Mutex // one message at a time
}

// messagesTo returns the standard error of a command, which may be one already.
func messagesTo(stderr io.Writer) *messages {
	if m, ok := stderr.(*messages); ok {
		return m
	}
	return &messages{to: stderr}
}

// say writes a message. Nobody is left to be told where that fails.
func say(stderr io.Writer, what message) {
	m := messagesTo(stderr)
	m.writing.Lock()
	defer m.writing.Unlock()
	if m.form == jsonMessages {
		_ = writeJSON(m.to, what)
		return
	}
	_, _ = io.WriteString(m.to, what.text())
}

// note says what is good to know of a file; "" for what is of none.
func note(stderr io.Writer, file, format string, args ...any) {
	say(stderr, message{Note: &noteMessage{file, fmt.Sprintf(format, args...)}})
}

// warn says what is wrong with an answer, or missing from it.
func warn(stderr io.Writer, file, format string, args ...any) {
	say(stderr, message{Warning: &noteMessage{file, fmt.Sprintf(format, args...)}})
}

// Write is for what the library of commands writes by itself.
func (m *messages) Write(text []byte) (int, error) {
	if m.form == jsonMessages {
		note(m, "", "%s", text)
		return len(text), nil
	}
	return m.to.Write(text)
}

// askedForm returns the form that a command line asks for, before it is known to be
// right: what is wrong with it is told in that form, too.
func askedForm(args []string) messageForm {
	const flag = "--messages"
	form := textMessages
	for i, arg := range args {
		if arg == "--" {
			break
		}
		value, ok := strings.CutPrefix(arg, flag+"=")
		if arg == flag && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if ok && slices.Contains(messageForms, messageForm(value)) {
			form = messageForm(value)
		}
	}
	return form
}
