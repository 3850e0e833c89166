/** The rate limit's window in milliseconds. */
export const LIMIT_WINDOW_MS = 60_000
