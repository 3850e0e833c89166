import { createFindings, type GainMap } from '../facts.ts'
import {
  createNoteTaker,
  declaresGainMap,
  isGainMapOf,
  type NoteTaker,
  type PictureNotes,
} from '../gain-map/picture-notes.ts'
import { startsWith } from '../numbers.ts'
import { readJpegPicture } from './jpeg-picture.ts'
import { type ReadState, type Step, type Steps, skip, skipUpTo, take } from './steps.ts'
import { readWithin } from './within.ts'

const startOfImage = '\xff\xd8'
const offsetsEnd = 2 ** 32
const gainMapBitsPerPixel = new Set([8, 24])
/** A file has one or two further pictures, an index could have thousands. */
const maxPlaces = 16

/**
 * Reads JPEG: a picture, and after it the gain map that it says to have, where that is a whole picture that says how it
 * is applied. What else comes after the picture, such as the film of a motion photo, is trailing.
 */
export function* readJpeg(file: ReadState): Steps {
  yield skip(startOfImage.length)
  const notes = createNoteTaker()
  yield* readJpegPicture(file, notes)
  const end = file.offset
  if (declaresGainMap(notes)) file.findings.gainMap = yield* findGainMap(file, notes)
  return file.findings.gainMap?.to ?? end
}

/**
 * The first of the pictures to which the notes point that is the gain map. Pictures of the Multi-Picture index and of
 * the container's directory are the same to decoders: what tells a gain map is its own metadata.
 */
function* findGainMap(
  file: ReadState,
  notes: PictureNotes,
): Generator<Step, GainMap | undefined, Uint8Array> {
  for (const { from, to } of placesToLook(file.offset, notes)) {
    if (from < file.offset) continue
    yield skipUpTo(from - file.offset)
    if (file.offset !== from) return undefined
    const gainMap = yield* readGainMap(file, to, notes)
    if (gainMap) return gainMap
  }
  return undefined
}

/** In the order of the file, since it is read once; of two that begin together the longer one first. */
function placesToLook(end: number, { index, xmp }: PictureNotes): { from: number; to: number }[] {
  const location = xmp?.location
  const from = end + (location?.offset ?? 0)
  const places = [...(index?.pictures ?? []), ...(location ? [{ from, to: from + location.length }] : [])]
  return places
    .filter(({ from, to }) => from >= end && to < offsetsEnd)
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .slice(0, maxPlaces)
}

function* readGainMap(
  file: ReadState,
  limit: number,
  notes: PictureNotes,
): Generator<Step, GainMap | undefined, Uint8Array> {
  const from = file.offset
  const findings = createFindings()
  const picture: ReadState = {
    findings,
    get offset() {
      return file.offset
    },
  }
  const ownNotes = createNoteTaker()
  const isWhole = yield* readWithin(file, limit, readNextPicture(picture, ownNotes))
  const { width, height, bitsPerPixel } = findings
  const fits = width <= file.findings.width && height <= file.findings.height
  if (
    !isWhole ||
    !fits ||
    findings.notShown ||
    !gainMapBitsPerPixel.has(bitsPerPixel) ||
    !isGainMapOf(notes, ownNotes, from)
  ) {
    return undefined
  }
  file.findings.scans.push(...findings.scans)
  return { from, to: file.offset, width, height }
}

function* readNextPicture(file: ReadState, notes: NoteTaker): Generator<Step, boolean, Uint8Array> {
  if (!startsWith(yield take(startOfImage.length), 0, startOfImage)) return false
  yield* readJpegPicture(file, notes)
  return true
}
