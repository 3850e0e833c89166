import { expect, test } from 'bun:test'
import { refusalOf } from './refusal-of.ts'

/** A broken rule of a format, and the expected reason. */
type BrokenRule = [what: string, bytes: Uint8Array, reason: RegExp]

/** Declares a test for each. */
export function areRefused(broken: BrokenRule[]): void {
  test.each(broken)('%s is refused', (_, bytes, reason) => {
    expect(refusalOf(bytes)).toMatchObject({ code: 'MALFORMED', message: expect.stringMatching(reason) })
  })
}
