const keptSeconds = 365 * 24 * 60 * 60

/** Stores `name=value` in a cookie for a year, so that the server can read it. */
export function keepCookie(cookie: `${string}=${string}`): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface is not on plain http
  document.cookie = `${cookie}; path=/; max-age=${keptSeconds}; samesite=lax`
}
