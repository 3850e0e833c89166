import type { AuditAction } from '@pictoglyph/site/audit/audit-action'
import {
  compareShown,
  formOutdated,
  inLines,
  overtakenBy,
  type WantedValue,
} from '@pictoglyph/site/language/shown-values'
import { createContext } from 'hono/jsx'
import type { SignedInContext } from '../context/console-context.ts'
import { customName, spanIn } from './expiry-choice.ts'

/** The values of the fields of a form, by name; a list where any of several boxes may be ticked. */
export type FieldValues = Readonly<Record<string, string | readonly string[]>>

/** What the fields of the form that is being rendered hold. */
export interface ShownForm {
  /** In the fields: what was written in a form that is shown again, otherwise the present values. */
  written: FieldValues
  present: FieldValues
  /** Of each field whose stored value can't be used, that value: it is shown, and the present one stands in for it. */
  unusable: Readonly<Record<string, string>>
}

export const ShownForm = createContext<ShownForm>({ written: {}, present: {}, unusable: {} })

/** The hidden field with the value that another field showed when its page was made. */
export const shownField = (name: string): string => `shown.${name}`

/** A value as it stands in a hidden field. */
export const shownText = (value: FieldValues[string]): string =>
  typeof value === 'string' ? value : value.toSorted().join()

/** The values that a form holds: what was changed in it, otherwise the present ones. */
export function writtenValues(form: URLSearchParams, present: FieldValues): FieldValues {
  const names = Object.keys(present)
  return Object.fromEntries(
    names.map((name) => {
      const sent = sentValue(form, name, present)
      const isChanged = sent !== undefined && form.has(shownField(name)) && isOther(form, name, sent)
      return [name, isChanged ? sent : (present[name] ?? '')]
    }),
  )
}

/** The values as a form sends them. */
export function formOf(values: FieldValues): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value].flat()) form.append(name, one)
  }
  return form
}

/** Values in an address, as a form would send them that shows the present ones. */
export function valuesInAddress(query: URLSearchParams, present: FieldValues): URLSearchParams {
  const form = new URLSearchParams(query)
  for (const [name, value] of Object.entries(present)) {
    if (form.has(name) && !form.has(shownField(name))) form.set(shownField(name), shownText(value))
  }
  return form
}

/**
 * What a form wants in place of what it showed, by the names of its fields. A field that is not sent wants nothing.
 * @throws {Failure} CONFLICT for a form that would change a field and does not tell what that showed
 */
export function readShownForm(
  form: URLSearchParams,
  present: FieldValues,
): Map<string, Required<WantedValue>> {
  const values = new Map<string, Required<WantedValue>>()
  for (const name of Object.keys(present)) {
    const sent = sentValue(form, name, present)
    if (sent === undefined) continue
    const wanted = shownText(sent)
    const shown = form.get(shownField(name))
    if (shown !== null) values.set(name, { wanted, shown: inLines(shown) })
    else if (wanted !== inLines(shownText(present[name] ?? ''))) throw formOutdated()
  }
  return values
}

/** Where the audit log has who changed a thing last, and by what action each of its fields is changed. */
interface FieldHistory {
  subject: string
  actions: Readonly<Record<string, AuditAction>>
}

/** A form of values that are not policies. */
export interface ShownThing {
  present: FieldValues
  history: FieldHistory
}

/**
 * The fields that a form changes, with the values that it wants.
 * @throws {Failure} CONFLICT where someone else has changed one of them since the form was shown; and as
 * {@link readShownForm}
 */
export async function changedFields(
  { form, services }: Pick<SignedInContext, 'form' | 'services'>,
  { present, history }: ShownThing,
): Promise<ReadonlyMap<string, string>> {
  const values = readShownForm(form, present)
  const { changed, overtaken } = compareShown(values, { present: (name) => shownText(present[name] ?? '') })
  if (overtaken.length === 0) return new Map(changed.map((name) => [name, values.get(name)?.wanted ?? '']))
  const { audit } = services.site.database
  const found = overtaken.map(async (field) => {
    const action = history.actions[field]
    const last = action && (await audit.list({ action, subject: history.subject, limit: 1 }))
    return { field, by: last?.items[0]?.actor ?? null }
  })
  throw overtakenBy(await Promise.all(found))
}

/** What a form sends of a field; `undefined` if nothing. Boxes of which none is ticked send nothing. */
function sentValue(
  form: URLSearchParams,
  name: string,
  present: FieldValues,
): FieldValues[string] | undefined {
  if (typeof present[name] !== 'string') {
    return form.has(name) || form.has(shownField(name)) ? form.getAll(name) : undefined
  }
  if (!form.has(name)) return undefined
  // What is missing beside Custom is refused as what it is.
  return inLines((form.has(customName(name)) && spanIn(form, name)) || (form.get(name) ?? ''))
}

const isOther = (form: URLSearchParams, name: string, sent: FieldValues[string]): boolean =>
  inLines(form.get(shownField(name)) ?? '') !== shownText(sent)
