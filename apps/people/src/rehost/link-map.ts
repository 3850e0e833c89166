import { resolve } from 'node:path'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { readBounds, readWhole } from '../bounded-read.ts'
import { appendToFile, openToRead, placeOf } from '../written-file.ts'
import { type Change, withChanges } from './image-address.ts'

/** An address that was replaced, and by what. */
export interface MovedAddress {
  file: string
  from: string
  to: string
  /** The document's own text in that place, if it is more than the address: with escapes, or a wiki's notation. */
  was?: string
  /** The text that took its place, if it is more than the link. */
  now?: string
  /** Which of the places of this link in the document these are, from 0; left out if all. */
  places?: number[]
}

/** The file that says where pictures went: a JSON object a line. */
export interface LinkMap {
  readonly lines: readonly MovedAddress[]
  /** Whether an address is one that an image went to, in this run or an earlier one. */
  has(link: string): boolean
  /** Adds what it has not yet of a document, whose text is now this; it is durable when this resolves. */
  add(file: string, text: string, moved: readonly PlacedAddress[]): Promise<void>
}

/** A replaced address, and where the new one begins in the new text. */
export interface PlacedAddress extends Omit<MovedAddress, 'file' | 'places'> {
  start: number
}

/**
 * Opens or begins a mapping file. Nothing is written before there is something to write.
 * @throws {Failure} BAD_REQUEST for a link, for what is no file, and for a line that is none of a map
 */
export async function openLinkMap(name: string): Promise<LinkMap> {
  const path = await placeOf(name)
  const written = (await linesOf(path)).filter((line) => line.trim() !== '')
  const known = new Set(written)
  const lines = written.map((line) => parsed(line, name))
  const links = new Set(lines.map(({ to }) => to))
  return {
    lines,
    has: (link) => links.has(link),
    async add(file, text, moved) {
      const changed = new Set(moved.map(({ to }) => to))
      const before = lines.filter((line) => isOf(line, file))
      const added: MovedAddress[] = []
      for (const to of changed) added.push(...linesFor(file, to, text, moved, before))
      const fresh = added.filter((line) => line.places !== undefined || !known.has(JSON.stringify(line)))
      if (fresh.length === 0) return
      await appendToFile(path, fresh.map((line) => `${JSON.stringify(line)}\n`).join(''))
      for (const line of fresh) {
        known.add(JSON.stringify(line))
        lines.push(line)
        links.add(line.to)
      }
    },
  }
}

/** The lines of one link in a document: a line for each text that it stands for, with its places if there are more. */
function linesFor(
  file: string,
  to: string,
  text: string,
  moved: readonly PlacedAddress[],
  before: readonly MovedAddress[],
): MovedAddress[] {
  const byText = new Map<string, { line: Omit<MovedAddress, 'places'>; places: number[] }>()
  const earlier = before.filter((line) => line.to === to)
  const places = placesOf(text, to)
  const isNew = new Map(moved.filter((one) => one.to === to).map((one) => [one.start, one]))
  let old = 0
  for (const [place, at] of places.entries()) {
    const found = isNew.get(at)
    const line = found === undefined ? lineAt(earlier, old++) : lineOf(file, found)
    if (line === undefined) continue
    const key = JSON.stringify(line)
    byText.set(key, { line, places: [...(byText.get(key)?.places ?? []), place] })
  }
  const all = [...byText.values()]
  return all.length === 1 && all[0]?.places.length === places.length
    ? all.map(({ line }) => line)
    : all.map(({ line, places }) => ({ ...line, places }))
}

const lineOf = (file: string, { from, to, was, now }: PlacedAddress): Omit<MovedAddress, 'places'> => ({
  file,
  from,
  to,
  ...(was !== undefined && was !== from && { was }),
  ...(now !== undefined && now !== to && { now }),
})

/** The line that says what stood at a place of a link: the last one counts. */
function lineAt(lines: readonly MovedAddress[], place: number): Omit<MovedAddress, 'places'> | undefined {
  const line = lines.findLast(({ places }) => places === undefined || places.includes(place))
  if (line === undefined) return undefined
  const { places: _, ...rest } = line
  return rest
}

/** Whether a line is of a document, however it was named. */
export const isOf = (line: MovedAddress, file: string): boolean => resolve(line.file) === resolve(file)

/** Where a link stands in a text, but not as the beginning of a longer one. */
function placesOf(text: string, link: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(link); at >= 0; at = text.indexOf(link, at + link.length)) {
    if (!/^[\w#?/%-]/.test(text.slice(at + link.length, at + link.length + 1))) found.push(at)
  }
  return found
}

/**
 * The text of a document as it was before its images moved.
 * @returns how many addresses are as before, and how many links have been changed since
 */
export function undone(
  text: string,
  lines: readonly MovedAddress[],
): { text: string; restored: number; changed: number } {
  const changes: Change[] = []
  let changed = 0
  for (const to of new Set(lines.map((line) => line.to))) {
    const ofLink = lines.filter((line) => line.to === to)
    for (const [place, at] of placesOf(text, to).entries()) {
      const line = lineAt(ofLink, place)
      if (line === undefined) continue
      const { now = to, was = line.from } = line
      const start = at - now.indexOf(to)
      if (text.slice(start, start + now.length) === now) {
        changes.push({ start, end: start + now.length, written: was })
      } else changed += 1
    }
  }
  return { text: withChanges(text, changes), restored: changes.length, changed }
}

function parsed(line: string, name: string): MovedAddress {
  try {
    const { file, from, to, was, now, places } = JSON.parse(line)
    const texts = [file, from, to, was ?? '', now ?? to]
    const arePlaces = places === undefined || (Array.isArray(places) && places.every(Number.isSafeInteger))
    if (
      texts.every((text) => typeof text === 'string') &&
      arePlaces &&
      (now ?? to).includes(to) &&
      to !== ''
    ) {
      return JSON.parse(line)
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw badRequest(
    message('{name} has a line that is none of a map: {line}', { name, line: line.slice(0, 200) }),
  )
}

async function linesOf(path: string): Promise<string[]> {
  try {
    const file = await openToRead(path)
    try {
      const stream = file.createReadStream({ autoClose: false })
      return (await readWhole(path, stream, readBounds.linkMap)).toString().split('\n')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}
