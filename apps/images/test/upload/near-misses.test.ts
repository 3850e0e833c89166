import { expect, test } from 'bun:test'
import { uploadFieldNames } from '@pictoglyph/site/upload/incoming'
import { isDryRun, refuseNearMiss } from '../../src/upload/near-misses.ts'

const places = (text: string) => Array.from(text, (_, at) => at)

/** All names with a letter missing, added or replaced, or with two neighbours swapped. */
function slipsOf(name: string): string[] {
  const slips = [...places(name), name.length].flatMap((at) => {
    const [before, letter, next, rest] = [name.slice(0, at), name[at], name[at + 1], name.slice(at + 2)]
    const shorter = before + name.slice(at + 1)
    return [
      shorter,
      `${before}x${name.slice(at)}`,
      `${before}x${name.slice(at + 1)}`,
      ...(next === undefined ? [] : [before + next + letter + rest]),
    ]
  })
  return slips.filter((slip) => slip !== name)
}

/** The same letters in another case or with other marks. */
const formsOf = (name: string): string[] => [
  name.toUpperCase(),
  name[0]?.toUpperCase() + name.slice(1),
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  `${name}[]`,
  ` ${name}`,
]

const addressed = (name: string) =>
  new URL(`http://localhost/api/v1/upload?${new URLSearchParams([[name, '1']])}`)

const refused = expect.objectContaining({ code: 'BAD_REQUEST' })

function expectRefused(work: () => unknown, name: string): void {
  let caught: unknown
  try {
    work()
  } catch (error) {
    caught = error
  }
  expect({ name, caught }).toEqual({ name, caught: refused })
}

test('a misspelt dryRun does not upload', () => {
  const names = ['dry', 'isDryRun', 'is_dry_run', ...slipsOf('dryRun'), ...formsOf('dryRun')]
  for (const name of names.filter((one) => one !== 'dryRun')) {
    expectRefused(() => isDryRun(addressed(name)), name)
    expectRefused(() => refuseNearMiss(name), name)
  }
})

test('a misspelt field is refused in the form and in the address', () => {
  for (const field of uploadFieldNames) {
    const slips = field.length < 7 ? [] : slipsOf(field)
    for (const name of [...formsOf(field), ...slips]) {
      if (name === field) continue
      expectRefused(() => isDryRun(addressed(name)), name)
      expectRefused(() => refuseNearMiss(name), name)
    }
  }
})

test('dryRun has one value, which turns it on or off', () => {
  const asked = (query: string) => isDryRun(new URL(`http://localhost/api/v1/upload?${query}`))
  expect(['dryRun=1', 'dryRun=true', 'dryRun=0', 'dryRun=false', ''].map(asked)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  for (const query of ['dryRun=', 'dryRun=yes', 'dryRun=1&dryRun=1', 'dryRun=0&dryRun=0']) {
    expectRefused(() => asked(query), query)
  }
})

test('fields that other hosts have are ignored', () => {
  const others = [
    'ssl',
    'strategy_id',
    'permission',
    'links',
    'name',
    'tile',
    'category',
    'album',
    'run',
    'token',
    'sha1',
    'sha512',
    'dewRun',
    'drainRun',
  ]
  for (const name of ['key', 'expiration', 'expires', 'filename', 'type', 'md5', 'tags', 'nsfw', ...others]) {
    expect(isDryRun(addressed(name))).toBe(false)
    refuseNearMiss(name)
  }
})
