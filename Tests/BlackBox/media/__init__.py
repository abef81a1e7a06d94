"""Files to make thumbnails of: right ones, odd ones and evil ones, each with what must come of it."""
