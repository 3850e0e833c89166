import { expect, test } from 'bun:test'
import { refusalOf } from './refusal-of.ts'

/** What of a format's rules a file breaks, and how that is told. */
type BrokenRule = [what: string, bytes: Uint8Array, reason: RegExp]

/** Has a test for each that says so. */
export function areRefused(broken: BrokenRule[]): void {
  test.each(broken)('%s is refused', (_, bytes, reason) => {
    expect(refusalOf(bytes)).toMatchObject({ code: 'MALFORMED', message: expect.stringMatching(reason) })
  })
}
