import { expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { damagedSamples } from './damaged-samples.ts'
import { harmless } from './harmless.ts'
import type { Media } from './laws.ts'
import type { Turn } from './switchboard.ts'
import { createWalk } from './walk.ts'
import { woven } from './woven.ts'

/** Files whose every guard decides a removal. The plan and its source only carry that out. */
const deciding =
  /^(?:byte-spans|colour-profile|exif\/.*|strip\/(?!plan|source|reading).*|inspect\/(?:jpeg-segments|jpeg-tables|png-picture))\.ts$/
/** Files that read a structure: their guards against unreadable data. */
const reading = /^(?:gain-map\/(?!write).*|isobmff\/(?!picture).*|xml\/.*)\.ts$/
/** Files that inspect a format: their guards for removable data, and for whether a picture is read. */
const inspecting = /^inspect\/(?:jpeg|png|webp)\.ts$/

function aboutOf(file: string): RegExp | undefined {
  if (deciding.test(file)) return /^/
  if (reading.test(file)) return /^\{?\s*(?:throw\b|return (?:undefined|false|from|\{ length: undefined)\b)/
  return inspecting.test(file) ? /\bplain\b|return undefined/ : undefined
}

const harmlessTurns = new Set(Object.values(harmless).flat())
const sources = join(import.meta.dir, '../../src')
const { module: media, guards } = await woven<Media>({ sources, entry: '../test/guards/media.ts', aboutOf })
const nameOf = ({ guard, to }: Turn): string => `${guards[guard]!.name} -> ${to}`
const turns = guards.flatMap(({ turns }, guard) => turns.map((to): Turn => ({ guard, to })))
const walk = createWalk(media, damagedSamples)

test('harmless flipped guards are listed with their text', () => {
  const names = new Set(turns.map(nameOf))
  expect(turns.length).toBeGreaterThan(1_500)
  expect([...harmlessTurns].filter((name) => !names.has(name))).toEqual([])
})

test('a damaged sample detects every flipped guard', () => {
  const others = turns.filter((turn) => !harmlessTurns.has(nameOf(turn)))
  const isSeen = (turn: Turn): boolean => walk.seenBy(turn) !== undefined
  if (process.env.PICTOGLYPH_PROOF) {
    expect(others.filter((turn) => !isSeen(turn)).map(nameOf)).toEqual([])
    expect(walk.complaints()).toEqual([])
    return
  }
  fc.assert(
    fc.property(fc.constantFrom(...others), (turn) => {
      expect([nameOf(turn), isSeen(turn)]).toEqual([nameOf(turn), true])
    }),
    { numRuns: 100 },
  )
})
