import { editDistance } from '@pictoglyph/site/language/edit-distance'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { uploadFieldNames } from '@pictoglyph/site/upload/incoming'

/**
 * Whether the request asks for a dry run, with `?dryRun=1`. Near misses are refused: a client that meant to try must
 * not upload, and one that meant an image to expire must not keep it for ever.
 * @throws {Failure} BAD_REQUEST for any other value, for a similar name, and for a form field in the address
 */
export function isDryRun({ searchParams }: URL): boolean {
  for (const name of searchParams.keys()) {
    if (name !== 'dryRun' && isNearlyDryRun(name)) {
      throw badRequest(
        message('There is no parameter "{name}". To try without storing, send ?dryRun=1.', { name }),
      )
    }
    const known = fieldLike(name)
    if (known !== undefined) {
      throw badRequest(
        name === known
          ? message('"{name}" is a field of the form; in the address it would be lost.', { name })
          : message('"{name}" belongs in the form as "{known}"; in the address it would be lost.', {
              name,
              known,
            }),
      )
    }
  }
  const values = searchParams.getAll('dryRun')
  const [value = '0'] = values
  if (values.length <= 1 && ['0', 'false'].includes(value)) return false
  if (values.length <= 1 && ['1', 'true'].includes(value)) return true
  throw badRequest(message('dryRun must be 1 or 0.'))
}

/**
 * Refuses an unknown form part whose name is similar to a known one.
 * @throws {Failure} BAD_REQUEST
 */
export function refuseNearMiss(name: string): void {
  if (isNearlyDryRun(name)) {
    throw badRequest(
      message('"{name}" is no field of the form. To try without storing, send ?dryRun=1.', { name }),
    )
  }
  const known = fieldLike(name)
  if (known !== undefined) {
    throw badRequest(message('There is no field "{name}". It is called "{known}".', { name, known }))
  }
}

/** A name without case and without marks between letters. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Shorter names are too similar to fields of other hosts, such as `links`. */
const minLettersToSlip = 7

const fieldsByLetters = new Map(uploadFieldNames.map((name) => [lettersOf(name), name]))

/** The field with the same letters, such as `expires_in`; for a long name also one with a different letter. */
function fieldLike(name: string): string | undefined {
  const given = lettersOf(name)
  const isSlip = (letters: string) => letters.length >= minLettersToSlip && isOneLetterOff(given, letters)
  return fieldsByLetters.get(given) ?? [...fieldsByLetters].find(([letters]) => isSlip(letters))?.[1]
}

/** Whether a name differs from `dryRun` in case, marks or one letter, or is a synonym. */
function isNearlyDryRun(name: string): boolean {
  const given = lettersOf(name)
  return ['dry', 'dryrun', 'isdryrun'].includes(given) || isOneLetterOff(given, 'dryrun')
}

/** Whether one letter is missing, added or replaced, or two neighbours are swapped. */
const isOneLetterOff = (given: string, word: string): boolean =>
  Math.abs(given.length - word.length) <= 1 && editDistance(given, word) <= 1
