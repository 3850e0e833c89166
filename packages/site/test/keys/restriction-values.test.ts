import { expect, test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import {
  allRestrictions,
  checkRestrictions,
  isWider,
  type RestrictionName,
  readRestrictions,
  restrictedKey,
  restrictionsOf,
} from '../../src/keys/restrictions.ts'
import { Failure, toldOf } from '../../src/language/failure.ts'

const many = (count: number, one: (at: number) => string) => Array.from({ length: count }, (_, at) => one(at))

/** Texts of a form or of options, at the bounds of each restriction. */
const texts: Record<RestrictionName, string[][]> = {
  categoryIds: [['general'], ['general', 'cats'], ['']],
  albumIds: [['album'], ['album', 'other']],
  types: [['png'], ['svg', 'image/png', 'jpg'], ['png,gif'], ['exe'], ['']],
  maxBytes: [['1'], ['0'], ['-1'], ['1.5'], ['9007199254740991'], ['9007199254740992'], ['many'], ['']],
  networks: [
    ...[['10.0.0.0/8'], ['10.0.0.0/8, 192.0.2.1;2001:db8::/32\n::1'], ['10.0.0.1/8'], ['home'], [' ']],
    ...[100, 101].map((count) => many(count, (at) => `10.0.0.${at}`)),
  ],
  linkNames: [
    ['logo'],
    ['logo banner', 'sign'],
    ['Bad Name'],
    ['-'],
    ...[100, 101].map((n) => many(n, (at) => `l${at}`)),
  ],
  uploadsPerMinute: [['1'], ['0'], ['1000000'], ['1000001'], ['2.5'], ['x']],
  maxUploads: [['1'], ['0'], ['1000000000'], ['1000000001'], ['2.5'], ['x']],
  imageLifetimeMs: [['1s'], ['90m'], ['48h'], ['14d'], ['0d'], ['999999w'], ['1000000w'], ['forever'], ['']],
}

test('every restriction of a key is read, refused and written as recorded', async () => {
  expect(Object.keys(texts)).toEqual(allRestrictions.map(([name]) => name))
  const told = allRestrictions.flatMap(([name, restriction]) => {
    const { field, label, inLine, hint, option, control } = restriction
    return [
      `${name}, the field ${field}: ${label.join(' | ')}`,
      ...[inLine, hint, option].filter((one) => one !== undefined).map((words) => `  ${words.join(' | ')}`),
      `  ${JSON.stringify(control)}`,
      ...[[], ...texts[name]].map((given) => `  ${shown(given)} → ${outcomeOf(name, given)}`),
    ]
  })
  await expectRecorded(new URL('./restriction-values.txt', import.meta.url), told)
})

test('a restriction that is not given stays, and one given empty is lifted', () => {
  const before = { types: ['image/png' as const], maxUploads: 5, imageLifetimeMs: 1_000 }
  const read = readRestrictions(
    before,
    ({ field }) => ({ maxUploads: [], linkNames: [' '] })[field],
    ({ field }) => field,
  )
  expect(read).toEqual({ types: ['image/png'], imageLifetimeMs: 1_000 })
})

/** Pairs of values of each restriction, the first the tighter. */
const tighter: Record<RestrictionName, [tight: unknown, loose: unknown]> = {
  categoryIds: [['a'], ['a', 'b']],
  albumIds: [['a'], ['a', 'b']],
  types: [['image/png'], ['image/png', 'image/gif']],
  maxBytes: [1, 2],
  networks: [['10.1.0.0/16'], ['10.0.0.0/8']],
  linkNames: [['a'], ['a', 'b']],
  uploadsPerMinute: [1, 2],
  maxUploads: [1, 2],
  imageLifetimeMs: [1, 2],
}

test('a key is wider for each restriction that is loosened or lifted, and for none that is tightened', () => {
  const keyWith = (given: object) => ({ name: '', expiresAtMs: null, ...restrictedKey(given) })
  for (const [name, [tight, loose]] of Object.entries(tighter)) {
    const [free, held, more] = [keyWith({}), keyWith({ [name]: tight }), keyWith({ [name]: loose })]
    expect([name, isWider(held, more), isWider(more, held), isWider(held, held)]).toEqual([
      name,
      true,
      false,
      false,
    ])
    // A key that names no links may set none, where all else that is not named is free.
    const isFreeWider = name !== 'linkNames'
    expect([name, isWider(held, free), isWider(free, held)]).toEqual([name, isFreeWider, !isFreeWider])
    expect(restrictionsOf(held)).toEqual({ [name]: tight })
  }
  const until = (expiresAtMs: number | null) => ({ ...keyWith({}), expiresAtMs })
  expect([isWider(until(1), until(2)), isWider(until(2), until(1)), isWider(until(1), until(null))]).toEqual([
    ...[true, false, true],
  ])
})

function outcomeOf(name: RestrictionName, given: string[]): string {
  try {
    const read = readRestrictions(
      {},
      (restriction) =>
        allRestrictions.find(([other]) => other === name)?.[1] === restriction ? given : undefined,
      ({ field }) => `--${field}`,
    )
    checkRestrictions(read)
    const value = read[name]
    const restriction = allRestrictions.find(([other]) => other === name)?.[1]
    return value === undefined ? 'none' : `${shown(value)}, written ${shown(restriction?.write(value))}`
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { field = 'no field' } = error.facts as { field?: string }
    return `${error.code} (${field}): ${error.message} | ${Object.values(toldOf(error.facts, 'zh-CN')).join('')}`
  }
}

/** A value with the middle of a long list left out. */
function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length < 200 ? text : `${text.slice(0, 40)}…${text.length}…${text.slice(-20)}`
}
