/** The span in which requests are counted, in milliseconds. */
export const LIMIT_WINDOW_MS = 60_000
