import { type ImageAddress, plainAddress } from './image-address.ts'

/** An address that was replaced, and its link. */
export interface MovedAddress {
  from: string
  to: string
  /** The replaced text, if it differs from the address: with escapes, or as a wiki link. */
  was?: string
  /** The new text, if it is more than the link. */
  now?: string
  /** Which occurrences of the link in the document, counted from 0; missing means all. */
  places?: number[]
}

/** A replaced address, and the position of the new one in the new text. */
export interface PlacedAddress extends Omit<MovedAddress, 'places'> {
  start: number
}

/**
 * Replaces the addresses of images with links; all other text stays.
 * @param moves images of the document, each once, with links from `linkOf`
 */
export function withLinks(
  text: string,
  moves: readonly { image: ImageAddress; link: string }[],
): { text: string; moved: PlacedAddress[] } {
  const moved: PlacedAddress[] = []
  let rewritten = ''
  let done = 0
  for (const { image, link } of moves.toSorted((a, b) => a.image.start - b.image.start)) {
    const { start, end, address } = image
    const now = image.written?.(link) ?? link
    rewritten += text.slice(done, start)
    moved.push({
      start: rewritten.length + now.indexOf(link),
      from: address,
      to: link,
      was: text.slice(start, end),
      now,
    })
    rewritten += now
    done = end
  }
  return { text: rewritten + text.slice(done), moved }
}

/** The link for an image. It keeps the fragment of the old address, which may control how the image is displayed. */
export function linkOf(url: string, address: string): string {
  const hash = address.indexOf('#')
  return plainAddress(url) + (hash < 0 ? '' : plainAddress(address.slice(hash)))
}

/**
 * The record of replaced addresses: one entry for each distinct replacement, with its occurrences if there are several.
 * @param text the document as it is now
 * @param before the earlier entries of the document, the oldest first
 */
export function movedAddressesIn(
  text: string,
  moved: readonly PlacedAddress[],
  before: readonly MovedAddress[],
): MovedAddress[] {
  const earlierOf = Map.groupBy(before, ({ to }) => to)
  const movedOf = Map.groupBy(moved, ({ to }) => to)
  const placesOf = placesOfLinks(text, movedOf.keys())
  return [...movedOf].flatMap(([to, ofLink]) => {
    const isNew = new Map(ofLink.map((one) => [one.start, one]))
    const places = placesOf.get(to) ?? []
    const earlierAt = entriesByPlace(earlierOf.get(to) ?? [])
    const byText = new Map<string, MovedAddress & { places: number[] }>()
    let old = 0
    for (const [place, { start: at }] of places.entries()) {
      const found = isNew.get(at)
      const entry = found === undefined ? earlierAt(old++) : entryOf(found)
      if (entry === undefined) continue
      const key = JSON.stringify(entry)
      const known = byText.get(key)
      if (known === undefined) byText.set(key, { ...entry, places: [place] })
      else known.places.push(place)
    }
    const entries = [...byText.values()]
    if (entries.length !== 1 || entries[0]?.places.length !== places.length) return entries
    return entries.map(({ places: _, ...entry }) => entry)
  })
}

/**
 * Restores the addresses in a document.
 * @param entries all entries of the document, the oldest first
 * @returns the text, the number of restored addresses, and the number of links changed since
 */
export function undone(
  text: string,
  entries: readonly MovedAddress[],
): { text: string; restored: number; changed: number } {
  const found: { start: number; now: string; was: string }[] = []
  let changed = 0
  const entriesOf = Map.groupBy(entries, ({ to }) => to)
  const placesOf = placesOfLinks(text, entriesOf.keys())
  for (const [to, ofLink] of entriesOf) {
    const entryAt = entriesByPlace(ofLink)
    for (const [place, { start: at }] of (placesOf.get(to) ?? []).entries()) {
      const entry = entryAt(place)
      if (entry === undefined) continue
      const { now = to, was = entry.from } = entry
      const start = at - now.indexOf(to)
      if (text.startsWith(now, start)) found.push({ start, now, was })
      else changed += 1
    }
  }
  let restored = ''
  let done = 0
  for (const { start, now, was } of found.toSorted((a, b) => a.start - b.start)) {
    restored += text.slice(done, start) + was
    done = start + now.length
  }
  return { text: restored + text.slice(done), restored: found.length, changed }
}

const entryOf = ({ from, to, was, now }: PlacedAddress): MovedAddress => ({
  from,
  to,
  ...(was !== undefined && was !== from && { was }),
  ...(now !== undefined && now !== to && { now }),
})

/** Finds the entry for one occurrence of a link; if several match, the last one. */
function entriesByPlace(entries: readonly MovedAddress[]): (place: number) => MovedAddress | undefined {
  const byPlace = new Map<number, MovedAddress>()
  let ofAll: MovedAddress | undefined
  for (const { places, ...entry } of entries) {
    for (const place of places ?? []) byPlace.set(place, entry)
    if (places !== undefined) continue
    byPlace.clear()
    ofAll = entry
  }
  return (place) => byPlace.get(place) ?? ofAll
}

/** A node of a trie: the link that ends here, and the nodes by the next character. */
interface LinkNode {
  link?: string
  next: Map<string, LinkNode>
}

function trieOf(links: Iterable<string>): LinkNode {
  const root: LinkNode = { next: new Map() }
  for (const link of links) {
    let node = root
    for (const unit of link.split('')) {
      const next: LinkNode = node.next.get(unit) ?? { next: new Map() }
      node.next.set(unit, next)
      node = next
    }
    node.link = link
  }
  return root
}

/** Positions of links in a text, except where a link is the beginning of a longer one. Reads the text once for all. */
function placesOfLinks(text: string, links: Iterable<string>): Map<string, { start: number }[]> {
  const root = trieOf(links)
  const found: { link: string; start: number }[] = []
  const ends = new Map<string, number>()
  for (let start = 0; start < text.length; start += 1) {
    let node: LinkNode | undefined = root
    for (let end = start; node !== undefined; end += 1) {
      const { link } = node
      if (link !== undefined && start >= (ends.get(link) ?? 0)) {
        ends.set(link, end)
        if (!/[\w#?/%-]/.test(text.charAt(end))) found.push({ link, start })
      }
      node = node.next.get(text.charAt(end))
    }
  }
  return Map.groupBy(found, ({ link }) => link)
}
