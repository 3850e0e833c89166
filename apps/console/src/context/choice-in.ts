import { badRequest, message } from '@pictoglyph/core'

/**
 * Which of two values a field has, as buttons and lists give it.
 * @throws {Failure} BAD_REQUEST where it is missing or another, which no form of the console sends
 */
export function choiceIn<const One extends string, const Other extends string>(
  form: URLSearchParams,
  name: string,
  [one, other]: readonly [One, Other],
): One | Other {
  const given = form.get(name)
  if (given === one) return one
  if (given === other) return other
  const problem = message('must be {words} or {last}', { words: one, last: other })
  throw badRequest(message('{key}: {problem}', { key: name, problem }))
}

/** Whether a field turns something on. @throws {Failure} BAD_REQUEST where it neither does nor turns it off */
export function isOn(form: URLSearchParams, name: string): boolean {
  return choiceIn(form, name, ['on', 'off']) === 'on'
}
