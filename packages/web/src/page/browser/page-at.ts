/** The page that an address of this site answers, or `undefined` if none comes. */
export async function pageAt(address: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(address, { headers: { Accept: 'text/html' } })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
  } catch {
    // The browser tells no more than that it got no answer.
    return undefined
  }
}
