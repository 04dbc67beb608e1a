// Package s3fs keeps objects in a store that speaks the protocol of Amazon's S3: the
// file system of package objectfs, for jobs, under addresses such as s3://bucket/run1.
//
// Where the store is and who asks is what the tools of AWS take it from: variables of
// the environment, and the files ~/.aws/config and ~/.aws/credentials. An object is
// created by one conditional request, or by several parts that are put together by one:
// so it is there whole or not at all. Requests are signed by the AWS SDK; each carries
// the SHA-256 of what it sends, which the store compares. What fails in passing is tried
// again, with longer and longer pauses.
package s3fs
