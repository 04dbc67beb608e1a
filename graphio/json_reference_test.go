package graphio

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsonTree is a value: an object by its keys in their order, an array, or what else
// there is.
type jsonTree struct {
	object, array bool
	keys          []string
	values        []*jsonTree
	scalar        any
}

var errBadJSON = errors.New("no JSON, or no graph")

func must(ok bool) {
	if !ok {
		panic(errBadJSON)
	}
}

func parseTree(d *json.Decoder, depth int) *jsonTree {
	must(depth <= deepestJSON)
	token, err := d.Token()
	must(err == nil)
	t := &jsonTree{scalar: token}
	delim, ok := token.(json.Delim)
	if !ok {
		return t
	}
	t.object, t.array = delim == '{', delim == '['
	for d.More() {
		if t.object {
			key, err := d.Token()
			must(err == nil)
			t.keys = append(t.keys, key.(string))
		}
		t.values = append(t.values, parseTree(d, depth+1))
	}
	_, err = d.Token()
	must(err == nil)
	return t
}

// hasHalfPairs says that an escape is one half of a surrogate pair.
func hasHalfPairs(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if i++; text[i] != 'u' {
			continue
		}
		code := func(at int) uint64 {
			value, err := strconv.ParseUint(text[min(at, len(text)):min(at+4, len(text))], 16, 32)
			must(err == nil)
			return value
		}
		switch first := code(i + 1); {
		case first>>10 == 0xd800>>10:
			if !strings.HasPrefix(text[i+5:], `\u`) || code(i+7)>>10 != 0xdc00>>10 {
				return true
			}
			i += 6
		case first>>10 == 0xdc00>>10:
			return true
		}
	}
	return false
}

// get returns the values of a key of an object.
func (t *jsonTree) get(key string) (all []*jsonTree) {
	for i, k := range t.keys {
		if k == key {
			all = append(all, t.values[i])
		}
	}
	return all
}

// refJSON reads the graph of a tree.
type refJSON struct {
	texts    bool
	ids      []string        // of vertices
	kinds    map[string]bool // numbers
	declared map[string]bool
	edges    [][2]string
	called   string
	nodes    int
	titles   map[string]string
}

// id returns an id, which is a string or a number.
func (r *refJSON) id(t *jsonTree) string {
	text, number := "", false
	switch value := t.scalar.(type) {
	case string:
		text = value
	case json.Number:
		id, err := vertexID([]byte(value))
		must(err == nil)
		text, number = strconv.FormatUint(id, 10), !r.texts
	default:
		must(false)
	}
	return r.known(text, number)
}

func (r *refJSON) known(text string, number bool) string {
	kind, ok := r.kinds[text]
	must(!ok || kind == number)
	if !ok {
		r.kinds[text] = number
		r.ids = append(r.ids, text)
	}
	return text
}

func (r *refJSON) declare(called, id string) {
	if r.nodes++; r.nodes == 1 {
		r.called = called
	}
	must(called == r.called && !r.declared[id])
	r.declared[id] = true
}

func isRefID(t *jsonTree) bool {
	switch t.scalar.(type) {
	case string, json.Number:
		return true
	}
	return false
}

func (r *refJSON) readNodes(t *jsonTree) {
	if t.object {
		for _, key := range t.keys {
			r.declare("id", r.known(key, false))
		}
		return
	}
	must(t.array)
	for _, node := range t.values {
		if !node.object {
			r.declare("id", r.id(node))
			continue
		}
		ids, title := node.get("id"), node.get("name")
		keys := slices.DeleteFunc(node.get("key"), func(t *jsonTree) bool { return !isRefID(t) })
		for _, id := range append(slices.Clone(ids), keys...) {
			if number, ok := id.scalar.(json.Number); ok {
				_, err := vertexID([]byte(number))
				must(err == nil)
			}
			must(isRefID(id))
		}
		must(len(ids) <= 1 && len(keys) <= 1)
		switch {
		case len(ids) == 1:
			r.declare("id", r.id(ids[0]))
		case len(keys) == 1:
			r.declare("key", r.id(keys[0]))
		default:
			id := r.known(strconv.Itoa(r.nodes), true)
			r.declare("place", id)
			for _, t := range title {
				if name, ok := t.scalar.(string); ok {
					r.titles[id] = name
				}
			}
		}
	}
}

// theEnds returns what an edge has for its ends.
func (t *jsonTree) theEnds(names ...[]string) [2]*jsonTree {
	var ends [2]*jsonTree
	for i, key := range t.keys {
		for end := range ends {
			if slices.Contains(names[end], key) {
				must(ends[end] == nil && isRefID(t.values[i]))
				if number, ok := t.values[i].scalar.(json.Number); ok {
					_, err := vertexID([]byte(number))
					must(err == nil)
				}
				ends[end] = t.values[i]
			}
		}
	}
	return ends
}

func (r *refJSON) readEdge(t *jsonTree) {
	ends := [2]*jsonTree{}
	if t.array {
		must(len(t.values) == 2)
		copy(ends[:], t.values)
	} else {
		must(t.object)
		ends = t.theEnds([]string{"source", "from"}, []string{"target", "to"})
	}
	must(ends[0] != nil && ends[1] != nil)
	r.edges = append(r.edges, [2]string{r.id(ends[0]), r.id(ends[1])})
}

func (r *refJSON) readElement(t *jsonTree, kind string) {
	must(t.object)
	data := t.get("data")
	must(len(data) == 1 && data[0].object)
	t = data[0]
	var ends [2]*jsonTree
	var ids []*jsonTree
	if kind != "nodes" {
		ends = t.theEnds([]string{"source"}, []string{"target"})
	}
	if kind != "edges" {
		ids = t.get("id")
		for _, id := range ids {
			must(isRefID(id))
			if number, ok := id.scalar.(json.Number); ok {
				_, err := vertexID([]byte(number))
				must(err == nil)
			}
		}
		must(len(ids) <= 1)
	}
	if kind == "edges" || kind == "" && (ends[0] != nil || ends[1] != nil) {
		must(ends[0] != nil && ends[1] != nil)
		r.edges = append(r.edges, [2]string{r.id(ends[0]), r.id(ends[1])})
		return
	}
	must(len(ids) == 1)
	r.declare("id", r.id(ids[0]))
}

func (r *refJSON) readObject(t *jsonTree) {
	held := [2]string{}
	hold := func(part int, key string) {
		must(held[part] == "")
		held[part] = key
	}
	for i, key := range t.keys {
		value := t.values[i]
		r.readKey(key, value, hold, &held)
	}
	must(held[1] != "" || held[0] == "elements.nodes")
	if held[0] != "" && !(held[0] == "elements" && r.nodes == 0) {
		for _, id := range r.ids {
			must(r.declared[id])
		}
	}
}

func (r *refJSON) readKey(key string, value *jsonTree, hold func(int, string), held *[2]string) {
	switch key {
	case "nodes":
		hold(0, key)
		r.readNodes(value)
	case "links", "edges":
		hold(1, key)
		must(value.array)
		for _, e := range value.values {
			r.readEdge(e)
		}
	case "adjacency":
		hold(1, key)
		must(held[0] == "nodes" && value.array && len(value.values) == r.nodes)
		nodes := slices.Clone(r.ids)
		for i, row := range value.values {
			must(row.array)
			for _, item := range row.values {
				must(item.object)
				item.theEnds([]string{"source", "from"}, []string{"target", "to"}) // must be well
				ids := item.get("id")
				must(len(ids) == 1)
				r.edges = append(r.edges, [2]string{nodes[i], r.id(ids[0])})
			}
		}
	case "elements":
		r.texts = true
		if value.array {
			hold(0, key)
			held[1] = key
			for _, e := range value.values {
				r.readElement(e, "")
			}
			return
		}
		must(value.object)
		for i, name := range value.keys {
			if name != "nodes" && name != "edges" {
				continue
			}
			hold(part(name), "elements."+name)
			must(value.values[i].array)
			for _, e := range value.values[i].values {
				r.readElement(e, name)
			}
		}
	case "graph":
		format := false
		for i, name := range value.keys {
			if inner := value.values[i]; (name == "nodes" || name == "edges") && (inner.array || inner.object) {
				format = true
				hold(part(name), "graph."+name)
				if name == "nodes" {
					r.readNodes(inner)
					continue
				}
				must(inner.array)
				for _, e := range inner.values {
					r.readEdge(e)
				}
			}
		}
		if format && held[1] == "" {
			held[1] = "graph"
		}
	case "graphs":
		must(false)
	case "directed":
		_, ok := value.scalar.(bool)
		must(ok)
	}
}

func (r *refJSON) readLists(t *jsonTree) (numbers bool) {
	r.texts = true
	keys, neighbours := make(map[string]bool), make(map[string]bool)
	count, odd := 0, false
	for i, key := range t.keys {
		must(!keys[key] && !isGraphKey(key))
		keys[key] = true
		number, err := strconv.ParseUint(key, 10, 64)
		odd = odd || err != nil || strconv.FormatUint(number, 10) != key
		u := r.known(key, false)
		must(t.values[i].array)
		for _, value := range t.values[i].values {
			_, text := value.scalar.(string)
			if count++; count == 1 {
				numbers = !text
			}
			must(text != numbers)
			v := r.id(value)
			neighbours[v] = true
			r.edges = append(r.edges, [2]string{u, v})
		}
	}
	must(!numbers || !odd)
	return numbers
}

// referenceJSON reads a graph that the user says is one.
func referenceJSON(text string) (answer reading) {
	defer func() {
		if err := recover(); err != nil {
			if err != errBadJSON {
				panic(err)
			}
			answer = reading{badLine: -1}
		}
	}()
	text = strings.TrimPrefix(text, "\ufeff")
	must(utf8.ValidString(text) && !strings.Contains(text, "\x00"))
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	t := parseTree(d, 0)
	_, err := d.Token()
	must(err == io.EOF && !hasHalfPairs(text))

	r := refJSON{kinds: make(map[string]bool), declared: make(map[string]bool), titles: make(map[string]string)}
	numbers := false
	switch jsonShapeOf([]byte(text)) {
	case jsonObject:
		r.readObject(t)
	case jsonLists:
		numbers = r.readLists(t)
	case jsonEdges:
		for _, e := range t.values {
			r.readEdge(e)
		}
		for _, number := range r.kinds {
			must(number == r.kinds[r.ids[0]])
		}
		if len(r.ids) == 0 || r.kinds[r.ids[0]] {
			return reading{edges: r.edges}
		}
	default:
		must(false)
	}
	answer = reading{declares: true, n: uint64(len(r.ids)), names: r.ids, edges: r.edges}
	numeric := true
	for _, id := range r.ids {
		numeric = numeric && (numbers || r.kinds[id])
	}
	distinct := make(map[string]bool)
	for _, title := range r.titles {
		distinct[title] = true
	}
	rename := func(name func(id string) string) {
		for i, e := range answer.edges {
			answer.edges[i] = [2]string{name(e[0]), name(e[1])}
		}
	}
	switch {
	case len(distinct) == len(r.ids) && len(r.ids) > 0:
		rename(func(id string) string { return r.titles[id] })
		answer.names = nil
		for _, id := range r.ids {
			answer.names = append(answer.names, r.titles[id])
		}
	case numeric && len(r.ids) > 0:
		var all []uint64
		for _, id := range r.ids {
			number, err := strconv.ParseUint(id, 10, 64)
			must(err == nil)
			all = append(all, number)
		}
		if slices.IsSorted(all) {
			answer.names, answer.numbers = nil, all
			rename(func(id string) string { return strconv.Itoa(slices.Index(r.ids, id)) })
		}
	}
	return answer
}
