import { inLanguage } from '@pictoglyph/forms/both'
import type { FailureText } from '@pictoglyph/site/language/chinese-reasons'
import { type FailureFacts, toldOf } from '@pictoglyph/site/language/failure'
import { type MessageValue, message } from '@pictoglyph/site/language/message'
import { overtakenReason } from '@pictoglyph/site/language/shown-values'
import { isPolicyKey, type PolicyKey, settingOf } from '@pictoglyph/site/policy'
import type { Messages } from './messages.ts'

/** A failure's text for pages, which mark the detail as English. */
export function failureText(messages: Messages, facts: FailureFacts): FailureText {
  const named = withOvertakenNames(messages, withPolicyNames(messages, facts))
  return toldOf(withFieldNames(messages, named), messages.language)
}

/** A failure's text in one line, for scripts and without markup. */
export function failureMessage(messages: Messages, facts: FailureFacts): string {
  const { message, detail } = failureText(messages, facts)
  return detail === undefined ? message : `${message}${detail}`
}

/** Replaces the names of overtaken fields by their labels. */
function withOvertakenNames(messages: Messages, facts: FailureFacts): FailureFacts {
  if (facts.code !== 'CONFLICT' || facts.overtaken === undefined) return facts
  const labelled = facts.overtaken.map(({ field, by }) => ({ field: labelOf(messages, field), by }))
  return { ...facts, reason: overtakenReason(labelled) }
}

/** Replaces a policy's command name by its label. */
function withPolicyNames(messages: Messages, facts: FailureFacts): FailureFacts {
  if (facts.code !== 'BAD_REQUEST' || facts.reason.template !== '{key}: {problem}') return facts
  const { key, problem = '' } = facts.reason.values
  if (typeof key !== 'string' || !isPolicyKey(key)) return facts
  const values = { key: settingLabel(messages, key), problem: ownWords(problem, messages.expiry) }
  return { ...facts, reason: message('{key}: {problem}', values) }
}

const settingLabel = ({ language }: Messages, key: PolicyKey): string =>
  inLanguage(language, settingOf(key).label)

/** The label of a field or a policy in its form. */
function labelOf(messages: Messages, field: string): string {
  if (isPolicyKey(field)) return settingLabel(messages, field)
  const { user, key, access, takenDown, account } = messages
  const labels: Readonly<Record<string, string | undefined>> = {
    ...labelsOf(messages),
    name: key.name,
    role: user.role,
    quota: user.quota,
    displayName: account.displayName,
    note: access.note,
    reason: takenDown.reason,
    ...messages.restriction,
  }
  return labels[field] ?? field
}

/** Uses the forms' own word for `forever`. */
function ownWords(problem: MessageValue, { spans }: Messages['expiry']): MessageValue {
  if (typeof problem !== 'object' || problem.values.word !== 'forever') return problem
  return { ...problem, values: { ...problem.values, word: `“${spans.forever}”` } }
}

/** Replaces a field's sent name by its label. */
function withFieldNames(messages: Messages, facts: FailureFacts): FailureFacts {
  if (!('reason' in facts) || typeof facts.reason !== 'object') return facts
  const { template, values } = facts.reason
  const place = template.startsWith('The field "{name}"') ? 'name' : 'field'
  const sent = values[place]
  const label = typeof sent === 'string' ? labelsOf(messages)[sent] : undefined
  if (label === undefined) return facts
  const shown = place === 'name' ? label : `“${label}”`
  return { ...facts, reason: { template, values: { ...values, [place]: shown } } } as FailureFacts
}

/** Labels of fields that messages mention by their sent names. */
const labelsOf = ({
  image,
  gallery,
  restriction,
  link,
}: Messages): Readonly<Record<string, string | undefined>> => ({
  title: image.title,
  description: image.description,
  categoryId: image.category,
  albumId: gallery.album,
  expiresIn: image.newEnd,
  imageLifetime: restriction.imageLifetime,
  linkNames: restriction.linkNames,
  link: link.name,
  name: link.name,
})
