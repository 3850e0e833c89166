import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import type { ByteSpan, ImageFacts } from '../src/facts.ts'
import { MediaFailure } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'
import type { StripPiece, StripPlan } from '../src/strip/plan.ts'
import { type MediaSource, sourceOf } from '../src/strip/source.ts'
import { planStrip, strip, strippedChunks } from '../src/strip/strip.ts'
import { bytesOf } from './build/bytes.ts'
import { smallFiles } from './small-files.ts'

const changes: [name: string, changed: (byte: number) => number][] = [
  ['+1', (byte) => byte + 1],
  ['-1', (byte) => byte - 1],
  ['^80', (byte) => byte ^ 0x80],
  ['00', () => 0],
]

/** Long files are damaged in fewer ways. */
const changesOf = ({ length }: Uint8Array) => changes.slice(0, length > 1_000 ? 1 : undefined)

type Facts = Record<string, string>
type Stripped = Record<'strip' | 'location', Uint8Array>

const spanOf = ({ from, to }: ByteSpan): string => `${from}-${to}`

/** All that an inspection says, and what each mode removes. @param sound the stripped sound file, by mode */
function factsOf(bytes: Uint8Array, sound: Stripped): Facts {
  try {
    const facts = inspect(bytes)
    const { decoded, scans, openScan, gainMap, trailingBytes, bytes: length, ...others } = facts
    return {
      ...Object.fromEntries(Object.entries(others).map(([name, fact]) => [name, String(fact)])),
      end: facts.complete ? String(length - trailingBytes) : 'none',
      decoded: `${decoded.width}×${decoded.height}`,
      scans: scans.map(spanOf).join(' ') || 'none',
      openScan: openScan ? String(openScan.from) : 'none',
      gainMap: gainMap ? `${spanOf(gainMap)} ${gainMap.width}×${gainMap.height}` : 'none',
      ...strippedOf(bytes, facts, 'strip', sound),
      ...strippedOf(bytes, facts, 'location', sound),
    }
  } catch (error) {
    return { refused: refusalIn(error, bytes.length) }
  }
}

function refusalIn(error: unknown, length: number): string {
  if (!(error instanceof MediaFailure)) throw error
  return `${error.code} ${error.message}`
    .replace(`(at byte ${length})`, '(at its end)')
    .replace('(at byte', '(at')
}

function strippedOf(
  bytes: Uint8Array,
  facts: ImageFacts,
  mode: 'strip' | 'location',
  sound: Stripped,
): Facts {
  if (!facts.complete) return { [mode]: 'nothing' }
  try {
    const source = sourceOf(bytes)
    const plan = planStrip(source, mode, facts)
    const stripped = mode === 'strip' ? checkedBytes(source, plan, facts) : joined(plan.pieces, bytes)
    const removed = plan.removed.map(({ kind, bytes }) => (kind === 'trailing' ? kind : `${kind} ${bytes}`))
    return { [mode]: removed.join(' ') || 'nothing', [`${mode}ped`]: lengthsOf(stripped, sound[mode]) }
  } catch (error) {
    return { [mode]: refusalIn(error, bytes.length) }
  }
}

const checkedBytes = (source: MediaSource, plan: StripPlan, facts: ImageFacts): Uint8Array =>
  bytesOf([...strippedChunks(source, plan, facts)].map((chunk) => chunk.slice()))

function joined(pieces: StripPiece[], bytes: Uint8Array): Uint8Array {
  return bytesOf(
    pieces.map((piece) => ('bytes' in piece ? piece.bytes : bytes.subarray(piece.from, piece.to))),
  )
}

/** The length, and the number of bytes that differ from those of the sound file. */
function lengthsOf(bytes: Uint8Array, sound: Uint8Array): string {
  if (bytes.length !== sound.length) return `${bytes.length} bytes`
  let different = 0
  for (const [at, byte] of bytes.entries()) if (byte !== sound[at]) different++
  return `${different} other`
}

function difference(sound: Facts, damaged: Facts): string {
  const names = 'refused' in damaged ? ['refused'] : Object.keys({ ...sound, ...damaged })
  const told = names.filter((name) => damaged[name] !== sound[name] && !isUsual(name, damaged[name]))
  return told.map((name) => `${name} ${damaged[name]}`).join(', ') || 'the same'
}

/** A changed byte is itself kept, or gone. */
function isUsual(name: string, value: string | undefined): boolean {
  return name.endsWith('ped') && (value === '1 other' || value === undefined)
}

interface Line {
  from: number
  to: number
  outcome: string
}

/** Lines of equal neighbours as one; those without an outcome are left out. */
function ranges(outcomes: string[]): string[] {
  const lines: Line[] = []
  for (const [at, outcome] of outcomes.entries()) {
    const last = lines.at(-1)
    if (outcome === '') continue
    if (last?.outcome === outcome) last.to = at
    else lines.push({ from: at, to: at, outcome })
  }
  return lines.map(({ from, to, outcome }) => `  ${from === to ? from : `${from}-${to}`}: ${outcome}`)
}

function strippedBoth(file: Uint8Array): Stripped {
  return { strip: strip(file, 'strip').bytes, location: strip(file, 'location').bytes }
}

function changedLines(file: Uint8Array, sound: Facts): string[] {
  const stripped = strippedBoth(file)
  const step = file.length > 1_000 ? 3 : 1
  return Array.from(file, (byte, at) => {
    if (at % step > 0) return ''
    const damaged = file.slice()
    const outcomes = Map.groupBy(changesOf(file), ([, changed]) => {
      damaged[at] = changed(byte)
      return damaged[at] === byte ? 'unchanged' : difference(sound, factsOf(damaged, stripped))
    })
    outcomes.delete('unchanged')
    const [first = 'unchanged'] = outcomes.keys()
    const told = [...outcomes].map(([outcome, of]) => `${of.map(([name]) => name).join(' ')} → ${outcome}`)
    return outcomes.size > 1 ? told.join('; ') : first
  })
}

function cutLines(file: Uint8Array, sound: Facts): string[] {
  const stripped = strippedBoth(file)
  const step = file.length > 1_000 ? 5 : 1
  return Array.from(file, (_, length) =>
    length % step > 0 ? '' : difference(sound, factsOf(file.subarray(0, length), stripped)),
  )
}

test.each(smallFiles)(
  '%s is read, or refused, as recorded if cut anywhere or with any byte changed',
  async (name, file) => {
    const facts = factsOf(file, strippedBoth(file))
    const head = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`)
    const cuts = ranges(cutLines(file, facts))
    const changed = ranges(changedLines(file, facts))
    await expectRecorded(
      new URL(`./byte-damage/${name.toLowerCase().replaceAll(' ', '-')}.txt`, import.meta.url),
      [head.join(', '), 'cut', ...cuts, 'changed', ...changed],
    )
  },
  120_000,
)
