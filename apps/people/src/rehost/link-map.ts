import { resolve } from 'node:path'
import {
  type MovedAddress,
  movedAddressesIn,
  type PlacedAddress,
} from '@pictoglyph/documents/moved-addresses'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { readBounds, readWhole } from '../bounded-read.ts'
import { appendToFile, openToRead, placeOf } from '../written-file.ts'

/** A line of a map: an address that was replaced in a document, and its link. */
export interface MapLine extends MovedAddress {
  file: string
}

/** The file that maps pictures to their links: a JSON object a line. */
export interface LinkMap {
  readonly lines: readonly MapLine[]
  /** Whether an address is the link of an image, from this run or an earlier one. */
  has(link: string): boolean
  /** Adds the new lines of a document, whose text is now `text`; they are durable when this resolves. */
  add(file: string, text: string, moved: readonly PlacedAddress[]): Promise<void>
}

/**
 * Opens or creates a mapping file. Nothing is written before the first line.
 * @throws {Failure} BAD_REQUEST for a link, for what is not a file, and for a line that does not belong in a map
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
      const before = lines.filter((line) => isOf(line, file)).map(({ file: _, ...entry }) => entry)
      const added = movedAddressesIn(text, moved, before).map((one): MapLine => ({ file, ...one }))
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

/** Whether a line belongs to a document, compared by absolute path. */
export const isOf = (line: MapLine, file: string): boolean => resolve(line.file) === resolve(file)

function parsed(line: string, name: string): MapLine {
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
