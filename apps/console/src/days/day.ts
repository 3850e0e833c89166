/** A day in UTC, where all are equally long. */
export const dayMs = 24 * 60 * 60 * 1000
