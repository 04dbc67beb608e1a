// Package browsertest opens reports in a real browser. The environment variable
// TRICYCLE_BROWSER names it, a Chromium or Chrome; without it the tests are skipped. Pictures
// of what was seen are kept in the folder that TRICYCLE_ARTIFACTS names.
package browsertest
