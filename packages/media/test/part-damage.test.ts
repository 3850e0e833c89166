import { expect, test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { MediaFailure } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'
import { sourceOf } from '../src/strip/source.ts'
import { planStrip } from '../src/strip/strip.ts'
import { bytesOf } from './build/bytes.ts'
import { splitFile } from './file-parts.ts'
import { markedImages } from './marked.ts'
import { samples } from './samples.ts'

/** Damages of one part of a sound file, as broken transfers and careless editors leave them. */
const damages: Record<string, (parts: Uint8Array[], at: number) => Uint8Array[]> = {
  missing: (parts, at) => parts.toSpliced(at, 1),
  twice: (parts, at) => parts.toSpliced(at, 0, parts[at]!),
  last: (parts, at) => [...parts.toSpliced(at, 1), parts[at]!],
  'a byte short': (parts, at) => parts.with(at, parts[at]!.subarray(0, -1)),
  'a byte long': (parts, at) => parts.with(at, bytesOf(parts[at]!, '\0')),
  half: (parts, at) => parts.with(at, parts[at]!.subarray(0, parts[at]!.length >> 1)),
  emptied: (parts, at) =>
    parts.with(
      at,
      parts[at]!.map((byte, place) => (place < 8 ? byte : 0)),
    ),
  'of another length': (parts, at) =>
    parts.with(
      at,
      parts[at]!.map((byte, place) => byte ^ Number(place === 3)),
    ),
}

/** One file of each layout. */
const names = new Set([
  ...['grey JPEG', 'JPEG turned by EXIF', '16-bit PNG', 'APNG', 'animated GIF', 'animated WebP'],
  ...['AVIF with alpha', 'grid AVIF', 'AVIF sequence', 'JPEG with a comment between its scans'],
  ...['JPEG with a gain map', 'JPEG', 'PNG', 'GIF', 'plain WebP with EXIF after its picture', 'AVIF'],
])

const files = new Map([...samples, ...markedImages].map(({ name, bytes }) => [name, bytes]))

const outcomes = [...files]
  .filter(([name]) => names.has(name))
  .flatMap(([name, file]) => outcomesOf(name, file))

test('a sound file with a damaged part is read, or refused, as recorded', async () => {
  expect([...files.keys()]).toEqual(expect.arrayContaining([...names]))
  await expectRecorded(new URL('./part-damage.txt', import.meta.url), outcomes)
})

/** The file’s name, and a line for each of its parts: the damages with each outcome. Equal lines appear once. */
function outcomesOf(name: string, file: Uint8Array): string[] {
  const { parts, joined } = splitFile(/WebP|JPEG|PNG|GIF|AVIF/.exec(name)?.[0] ?? '', file)
  const whole = parts.map(({ bytes }) => bytes)
  const sound = factsOf(file)
  const lines = whole.map((part, at) => {
    const kinds = Map.groupBy(Object.keys(damages), (damage) =>
      difference(sound, factsOf(joined(damages[damage]!(whole, at)))),
    )
    return `  ${nameOf(part)}: ${[...kinds].map(([outcome, of]) => `${of.join(', ')} → ${outcome}`).join('; ')}`
  })
  return [name, ...new Set(lines)]
}

type Facts = Record<string, string | number>

/** All that readers say of a file, by name. Numbers of bytes are compared, others are recorded. */
function factsOf(bytes: Uint8Array): Facts {
  try {
    const { bytes: _, scans, openScan, gainMap, decoded, trailingBytes, ...facts } = inspect(bytes)
    return {
      ...Object.fromEntries(Object.entries(facts).map(([of, fact]) => [of, String(fact)])),
      size: `${decoded.width}×${decoded.height}`,
      scans: String(scans.length),
      openScan: String(openScan !== undefined),
      gainMap: String(gainMap !== undefined),
      ...removedFrom(bytes, 'strip'),
      ...removedFrom(bytes, 'location'),
    }
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    return { refused: `${error.code} ${error.message.replace(/ \(at byte \d+\)$/, '')}` }
  }
}

function removedFrom(bytes: Uint8Array, mode: 'strip' | 'location'): Facts {
  const { removed } = planStrip(sourceOf(bytes), mode, inspect(bytes))
  return Object.fromEntries(removed.map(({ kind, bytes: length }) => [`${mode} ${kind}`, length]))
}

function difference(sound: Facts, damaged: Facts): string {
  const known = 'refused' in damaged ? damaged : { ...sound, ...damaged }
  const changes = Object.keys(known).flatMap((of) => changeOf(of, sound[of], damaged[of]))
  return changes.join(', ') || 'the same'
}

function changeOf(of: string, before: Facts[string] = 0, after: Facts[string] = 0): string[] {
  if (before === after) return []
  if (typeof after === 'string') return [`${of} ${after}`]
  return [`${Number(after) > Number(before) ? 'more' : 'less'} ${of}`]
}

/** The first readable letters of a part: the name of a chunk or box; else its first bytes. */
function nameOf(part: Uint8Array): string {
  const head = Buffer.from(part.subarray(0, 8))
  return /[A-Za-z][A-Za-z0-9 ]{3}/.exec(head.toString('latin1'))?.[0] ?? head.subarray(0, 2).toString('hex')
}
