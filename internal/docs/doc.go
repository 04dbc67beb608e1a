// Package docs holds the pages in Markdown to what they promise: its tests follow their
// links, and compare the tables of docs/design.md with packages and dependencies.
package docs
