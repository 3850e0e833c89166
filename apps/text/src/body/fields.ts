import { hasAtMostCodePoints, maxKeyCodePoints } from '@pictoglyph/codec'
import { badRequest, type Failure, type Message, message } from '@pictoglyph/core'

/** A field that must be there and be a string. @throws {Failure} BAD_REQUEST */
export function requireString(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw unfit(name, value === undefined ? message('is missing') : message('must be a string'))
}

/** A string of 1 to `most` UTF-16 code units. @throws {Failure} BAD_REQUEST */
export function requireUnits(name: string, value: unknown, most: number): string {
  const text = requireString(name, value)
  if (text.length >= 1 && text.length <= most) return text
  throw unfit(
    name,
    message('must have 1 to {most} UTF-16 code units, and has {found}', { most, found: text.length }),
  )
}

/** A string of 1 to `most` code points. @throws {Failure} BAD_REQUEST */
export function requireCodePoints(name: string, value: unknown, most: number): string {
  const text = requireString(name, value)
  if (text.length >= 1 && hasAtMostCodePoints(text, most)) return text
  throw unfit(name, message('must have 1 to {most} characters', { most }))
}

/** The key, if one was sent; an empty one is none. @throws {Failure} BAD_REQUEST */
export function readKey(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw unfit('key', message('must be a string'))
  if (!hasAtMostCodePoints(value, maxKeyCodePoints)) {
    throw unfit('key', message('must have at most {most} characters', { most: maxKeyCodePoints }))
  }
  return value === '' ? undefined : value
}

function unfit(name: string, problem: Message): Failure {
  return badRequest(message('"{name}" {problem}.', { name, problem }))
}
