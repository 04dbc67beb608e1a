package browsertest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tricycle-graph/tricycle/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){
		"tricycle": func() { os.Exit(cli.Main()) },
	})
}

// tests are all of them, after which the browser ends.
type tests struct{ *testing.M }

func (t tests) Run() int {
	code := t.M.Run()
	endBrowser()
	if folder != "" {
		_ = os.RemoveAll(folder) // what cannot be removed stays
	}
	return code
}

var endBrowser = func() {}

// browser is started by the first test: it takes a second or two.
var browser = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(os.Getenv("TRICYCLE_BROWSER")))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // there is none for root
	}
	ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
	endBrowser = end
	ctx, _ = chromedp.NewContext(ctx)
	return ctx, chromedp.Do(ctx)
})

// tab is a page of the browser, with what it did that no report may do.
type tab struct {
	*testing.T
	ctx context.Context

	mutex sync.Mutex
	wrong []string
	asked map[network.RequestID]string // for what, and not refused
}

// open opens an empty page, for one test.
func open(t *testing.T) *tab {
	t.Helper()
	if os.Getenv("TRICYCLE_BROWSER") == "" {
		t.Skip("TRICYCLE_BROWSER names no browser, such as chromium, to open reports in")
	}
	started, err := browser()
	if err != nil {
		t.Fatal(err)
	}
	ctx, closeTab := chromedp.NewContext(started)
	t.Cleanup(closeTab)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	tab := &tab{T: t, ctx: ctx, asked: map[network.RequestID]string{}}
	if err := chromedp.Listen(ctx, tab.listen); err != nil {
		t.Fatal(err)
	}
	call(tab, network.Enable, network.EnableParams{})
	call(tab, log.Enable, cdp.Empty{})
	return tab
}

// listen notes what the page says and asks for.
func (t *tab) listen(event any) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	switch event := event.(type) {
	case *runtime.EventConsoleAPICalled:
		t.wrong = append(t.wrong, fmt.Sprintf("the console has %s: %v", event.Type, event.Args))
	case *runtime.EventExceptionThrown:
		t.wrong = append(t.wrong, "the script failed: "+event.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		t.wrong = append(t.wrong, "the log has: "+event.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		t.wrong = append(t.wrong, "a dialogue opened: "+event.Message)
	case *network.EventRequestWillBeSent:
		itself := event.Type == network.ResourceTypeDocument && strings.HasPrefix(event.Request.URL, "file:")
		if !itself && !strings.HasPrefix(event.Request.URL, "data:") {
			t.asked[event.RequestID] = event.Request.URL
		}
	case *network.EventLoadingFailed:
		if event.BlockedReason == network.BlockedReasonCsp {
			delete(t.asked, event.RequestID)
		}
	}
}

// done fails if the page did what it may not.
func (t *tab) done() {
	t.Helper()
	for _, wrong := range t.heard() {
		t.Error(wrong)
	}
}

// heard returns what the page did, and forgets it.
func (t *tab) heard() []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	wrong := t.wrong
	for _, url := range t.asked {
		wrong = append(wrong, "it asked for "+url)
	}
	t.wrong, t.asked = nil, map[network.RequestID]string{}
	return wrong
}

// do does one thing after another in the page.
func (t *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(t.ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// visit opens a file.
func (t *tab) visit(path string) {
	t.Helper()
	t.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: path}).String()))
}

// get does one thing in the page and returns what it gives.
func get[T any](t *tab, action chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(t.ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// ask returns the value of an expression in the page.
func ask[T any](t *tab, expression string) T {
	t.Helper()
	return get(t, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// call runs a command of the browser.
func call[P, R any](t *tab, command cdp.Command[P, R], parameters P) {
	t.Helper()
	if _, err := chromedp.Call(t.ctx, command, parameters); err != nil {
		t.Fatal(err)
	}
}

// artifacts is the folder for what was seen; "" for none.
func artifacts() string { return os.Getenv("TRICYCLE_ARTIFACTS") }

// keep keeps a file of what was seen of a report, where there is a folder for it.
func (t *tab) keep(report, name string, content []byte) {
	t.Helper()
	if artifacts() == "" {
		return
	}
	name = strings.ReplaceAll(report, " ", "-") + "-" + name
	if err := os.WriteFile(filepath.Join(artifacts(), name), content, 0o666); err != nil {
		t.Fatal(err)
	}
}
