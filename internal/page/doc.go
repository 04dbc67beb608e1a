// Package page makes a report of what was found: one HTML file that needs nothing else, no
// network, no other file, no script to be read. A [Page] is a value, and HTML returns the
// same bytes for the same value:
//
//	html, err := page.Page{
//		Title: "karate.mtx",
//		Sections: []page.Section{{
//			Title: "Clustering",
//			Blocks: []page.Block{
//				page.Facts{{Name: "transitivity", Value: 0.2557}},
//				page.Figure{Plot: clusteringByDegree},
//			},
//		}},
//	}.HTML()
//
// Figures are drawn by package plot. A logarithmic chart can be switched to linear axes, every
// chart and every row of bars has its numbers in a table below, and all of them are in the page
// once more as JSON, in the element with the id data.
//
// Labels and names of files are text wherever they come from. Letters that cannot be shown
// become U+FFFD, what is too long is cut, and each text has a direction of its own, so that
// none turns the letters around it. The page's security policy allows the style and the script
// that are in it, by their hashes, and pictures that are in it; nothing else.
package page
