import { editDistance } from '@pictoglyph/site/language/edit-distance'
import { type Message, message } from '@pictoglyph/site/language/message'

/** More names, longer ones and ones of other characters are not considered, nor repeated to the client. */
const maxNames = 100
const plainName = /^[\w.-]{1,32}$/

const maxEdits = 2

/** A shorter beginning says too little. */
const minCommonLetters = 3

/**
 * Adds to the message about a missing field which name of the body may stand for it: one that differs in case or by
 * two edits at most, or of which either begins with the other; the nearest of them.
 */
export function withNameMeant(
  missing: Message,
  field: string,
  body: Readonly<Record<string, unknown>>,
): Message {
  const names = Object.keys(body).slice(0, maxNames)
  const near = names
    .filter((name) => name !== field && plainName.test(name))
    .map((name) => ({ name, edits: editsBetween(name.toLowerCase(), field.toLowerCase()) }))
    .filter(({ edits }) => edits <= maxEdits)
  const [nearest] = near.toSorted((one, other) => one.edits - other.edits)
  if (nearest === undefined) return missing
  const sent = nearest.name
  const hint = message('There is no field "{sent}": did you mean "{field}"?', { sent, field })
  return message('{before} {next}', { before: missing, next: hint })
}

function editsBetween(name: string, field: string): number {
  const [shorter, longer] = name.length < field.length ? [name, field] : [field, name]
  const isBeginning = shorter.length >= minCommonLetters && longer.startsWith(shorter)
  return isBeginning ? Math.min(maxEdits, longer.length - shorter.length) : editDistance(name, field)
}
