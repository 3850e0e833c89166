/** Turned guards that no sample sees, by the reason for which they keep nothing that was to go. */
export const harmless: Readonly<Record<string, readonly string[]>> = {}
