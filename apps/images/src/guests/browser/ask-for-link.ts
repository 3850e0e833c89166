/** What the site says of a link. */
interface LinkAnswer {
  /** What guests may call it by; '' for none. */
  title: string
  /** The code of the refusal, if the link was refused; otherwise ''. */
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
    // Neither is known without a connection, or behind a proxy that answers by itself.
    return undefined
  }
}
