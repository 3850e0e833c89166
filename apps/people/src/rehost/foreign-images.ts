import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { fetchImage, usualBounds } from './fetch-image.ts'

/** Pictures of other hosts, each fetched once. */
export interface ForeignImages {
  /**
   * Fetches a picture.
   * @throws {Failure} BAD_REQUEST if it can't be fetched, or if an address asked for earlier led to the same picture:
   * some hosts show a placeholder for lost pictures
   */
  fetch(url: string): Promise<Blob>
}

/** @param allowPrivate whether private hosts are allowed */
export function createForeignImages(allowPrivate: boolean): ForeignImages {
  const askedFor = new Map<string, string>()
  let allEarlier: Promise<unknown> = Promise.resolve()
  return {
    async fetch(url) {
      const fetching = fetchImage(url, usualBounds(allowPrivate))
      const earlier = allEarlier
      allEarlier = Promise.allSettled([earlier, fetching])
      await earlier
      const { content, address } = await fetching
      const first = askedFor.get(address) ?? url
      askedFor.set(address, first)
      if (address === url || first === url || nameOf(first) === nameOf(url)) return content
      throw badRequest(
        message('{url} leads to the same picture as {first}: {address}. It may be a placeholder.', {
          url,
          first,
          address,
        }),
      )
    },
  }
}

const nameOf = (url: string): string => new URL(url).pathname
