/** Loads the page at an address of this site; `undefined` if no answer comes. */
export async function pageAt(address: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(address, { headers: { Accept: 'text/html' } })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
  } catch {
    // The browser reports only that it got no answer.
    return undefined
  }
}
