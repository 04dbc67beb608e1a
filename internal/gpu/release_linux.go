package gpu

import (
	"os"
	"strings"
)

// Release returns the release of the driver, such as 550.54.15, "" where the
// system does not tell.
func (d *Driver) Release() string {
	// The kernel module's; the library next to it is of the same release.
	text, err := os.ReadFile("/sys/module/nvidia/version")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}
