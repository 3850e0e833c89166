/** The site's answer about a link. */
interface LinkAnswer {
  /** The name for guests; '' for none. */
  title: string
  /** The code of a refusal; '' if the link accepts uploads. */
  refusal: string
}

/** Asks the site about a link, with the key only in the header `Authorization`; `undefined` if no answer came. */
export async function askForLink(address: string, key: string): Promise<LinkAnswer | undefined> {
  try {
    const headers = { Authorization: `Bearer ${key}` }
    const answer: { data?: { title: string }; error?: { code: string } } = await (
      await fetch(address, { headers })
    ).json()
    return { title: answer.data?.title ?? '', refusal: answer.error?.code ?? '' }
  } catch {
    // No connection, or a proxy answered in place of the site.
    return undefined
  }
}
