import { describe, expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { find } from './build/bytes.ts'
import { readParts, stray, strayParts } from './stray-parts.ts'

const modes = ['strip', 'location'] as const

describe.each(strayParts)('$name', ({ planted, clean }) => {
  test('is planted, and the file without it is whole', () => {
    expect(inspect(planted)).toMatchObject({ complete: true, plain: false })
    for (const mode of modes) expect(strip(clean, mode)).toEqual({ bytes: clean, removed: [] })
  })

  test.each(modes)('is the file without it after %s', (mode) => {
    const { bytes, removed } = strip(planted, mode)
    expect(find(bytes, stray)).toBe(-1)
    expect(Buffer.compare(bytes, clean)).toBe(0)
    expect(removed).not.toEqual([])
  })
})

test.each(readParts)('a %s whose every part is read stays as it is', (_, bytes) => {
  for (const mode of modes) expect(strip(bytes, mode)).toEqual({ bytes, removed: [] })
})
