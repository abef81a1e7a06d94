// The suites follow.
