package names

import "testing"

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name       string
		fit, needs bool
		quoted     string
	}{
		{"ann", true, false, `"ann"`},
		{"", false, true, `""`},
		{"ann lee", true, true, `"ann lee"`},
		{"a\tb", true, true, "\"a\tb\""},
		{"a\nb", false, false, "\"a\nb\""},
		{`a"b""`, true, true, `"a""b"""""`},
		{"-12", true, true, `"-12"`},
		{"-", true, false, `"-"`},
		{"1.5", true, false, `"1.5"`},
		{"#1a", true, true, `"#1a"`},
		{"a#1", true, false, `"a#1"`},
		{"日本", true, false, `"日本"`},
	} {
		if fit, needs, quoted := FitLine(c.name), NeedsQuotes(c.name), string(AppendQuoted(nil, c.name)); fit != c.fit || needs != c.needs || quoted != c.quoted {
			t.Errorf("%q: %t %t %s", c.name, fit, needs, quoted)
		}
	}
}
