import type { AuditAction } from '../audit/audit-action.ts'
import type { AuditStore } from '../audit/audit-rows.ts'
import { conflict, Failure } from './failure.ts'
import type { OvertakenField } from './failures.ts'
import { type Message, message } from './message.ts'

/** A new value, and the value that its author saw before. */
export interface WantedValue {
  wanted: string
  /** The value displayed in the form; missing for a command, which displays none. */
  shown?: string
}

/** Reads and compares present values. */
interface PresentValues<Name extends string> {
  present: (name: Name) => string
  /** Whether two texts are the same value; by default, whether they are equal. */
  isSame?: (name: Name, one: string, other: string) => boolean
}

/**
 * Separates real changes from values that a form merely displayed. An unchanged value is no change, so it does not
 * revert changes of others.
 * @returns `changed`: values to change; `overtaken`: values that someone else changed meanwhile, to neither the
 * displayed nor the wanted value
 */
export function compareShown<Name extends string>(
  values: ReadonlyMap<Name, WantedValue>,
  { present, isSame = (_, one, other) => one === other }: PresentValues<Name>,
): { changed: Name[]; overtaken: Name[] } {
  const areSame = (name: Name, one: string, other: string) => isSame(name, inLines(one), inLines(other))
  const changed: Name[] = []
  const overtaken: Name[] = []
  for (const [name, { wanted, shown }] of values) {
    const now = present(name)
    if (areSame(name, wanted, now) || (shown !== undefined && areSame(name, wanted, shown))) continue
    if (shown === undefined || areSame(name, shown, now)) changed.push(name)
    else overtaken.push(name)
  }
  return { changed, overtaken }
}

/** Normalises line breaks: forms send CR LF. */
export const inLines = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Says which fields, by their names in the form, were changed, and by whom. */
export function overtakenReason(overtaken: readonly OvertakenField[]): Message {
  const changes: Message[] = overtaken.map(({ field: key, by }) =>
    by === null
      ? message('"{key}" was changed meanwhile.', { key })
      : message('"{key}" was changed meanwhile by {by}.', { key, by }),
  )
  return message('{changes} Nothing of this form was saved. Compare the values, then save again.', {
    changes: changes.reduce((before, next) => message('{before} {next}', { before, next })),
  })
}

/** The audit entries of changes of a field. */
interface FieldChanges {
  action: AuditAction | undefined
  subject: string
  /** The present value. Give it for a field that can change without an audit entry. */
  present?: unknown
}

/**
 * The refusal of a form if others changed some of its fields meanwhile. It names their authors if the audit log has
 * them. Fields sent together are saved together, so all of it is refused.
 */
export async function overtakenBy<Name extends string>(
  audit: Pick<AuditStore, 'list'>,
  fields: readonly Name[],
  changesOf: (field: Name) => FieldChanges,
): Promise<Failure> {
  const found = fields.map(async (field) => ({ field, by: await lastAuthor(audit, changesOf(field)) }))
  const overtaken = await Promise.all(found)
  return new Failure({ code: 'CONFLICT', reason: overtakenReason(overtaken), overtaken })
}

async function lastAuthor(
  audit: Pick<AuditStore, 'list'>,
  { action, subject, present }: FieldChanges,
): Promise<string | null> {
  if (action === undefined) return null
  const { items } = await audit.list({ action, subject, limit: 1 })
  const [last] = items
  const isPresent = present === undefined || JSON.stringify(last?.after) === JSON.stringify(present)
  return last !== undefined && isPresent ? last.actor : null
}

/** The refusal of a form without its displayed values: it is from before an update, or from another program. */
export function formOutdated(): Failure {
  return conflict(
    message(
      'This page was opened before the site was updated. Nothing was saved. It now shows the present values: make your changes again.',
    ),
  )
}
