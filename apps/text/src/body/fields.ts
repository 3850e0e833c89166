import { hasAtMostCodePoints, maximumKeyCodePoints } from '@pictoglyph/codec'
import { badRequest, type Failure, type Sentence, sentence } from '@pictoglyph/core'

/** A field that must be there and be a string. @throws {Failure} BAD_REQUEST */
export function requireString(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw unfit(name, value === undefined ? sentence('is missing') : sentence('must be a string'))
}

/** A string of 1 to `most` UTF-16 code units. @throws {Failure} BAD_REQUEST */
export function requireUnits(name: string, value: unknown, most: number): string {
  const text = requireString(name, value)
  if (text.length >= 1 && text.length <= most) return text
  throw unfit(
    name,
    sentence('must have 1 to {most} UTF-16 code units, and has {found}', { most, found: text.length }),
  )
}

/** A string of 1 to `most` code points. @throws {Failure} BAD_REQUEST */
export function requireCodePoints(name: string, value: unknown, most: number): string {
  const text = requireString(name, value)
  if (text.length >= 1 && hasAtMostCodePoints(text, most)) return text
  throw unfit(name, sentence('must have 1 to {most} characters', { most }))
}

/** The key, if one was sent; an empty one is none. @throws {Failure} BAD_REQUEST */
export function readKey(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw unfit('key', sentence('must be a string'))
  if (!hasAtMostCodePoints(value, maximumKeyCodePoints)) {
    throw unfit('key', sentence('must have at most {most} characters', { most: maximumKeyCodePoints }))
  }
  return value === '' ? undefined : value
}

function unfit(name: string, problem: Sentence): Failure {
  return badRequest(sentence('"{name}" {problem}.', { name, problem }))
}
