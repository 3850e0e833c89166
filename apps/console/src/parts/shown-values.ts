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

/** The values of a form's fields, by name; a list for several checkboxes. */
export type FieldValues = Readonly<Record<string, string | readonly string[]>>

/** The values of the current form's fields. */
export interface ShownForm {
  /** The values in the fields: the sent ones if the form is shown again, otherwise the present ones. */
  written: FieldValues
  present: FieldValues
  /** Unusable stored values by field: each is shown, and the present value replaces it. */
  unusable: Readonly<Record<string, string>>
}

export const ShownForm = createContext<ShownForm>({ written: {}, present: {}, unusable: {} })

/** The name of the hidden field with another field's shown value. */
export const shownField = (name: string): string => `shown.${name}`

/** A value in a hidden field; values of checkboxes are joined by commas. */
export const shownText = (value: FieldValues[string]): string =>
  typeof value === 'string' ? value : value.toSorted().join()

/** The values of a form: changed ones as sent, all others as present. */
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

/** The values as a sent form. */
export function formOf(values: FieldValues): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value].flat()) form.append(name, one)
  }
  return form
}

/** The values in an address, as if sent by a form that shows the present ones. */
export function valuesInAddress(query: URLSearchParams, present: FieldValues): URLSearchParams {
  const form = new URLSearchParams(query)
  for (const [name, value] of Object.entries(present)) {
    if (form.has(name) && !form.has(shownField(name))) form.set(shownField(name), shownText(value))
  }
  return form
}

/**
 * The wanted and the shown value of each sent field.
 * @throws {Failure} CONFLICT for a form that would change a field without its shown value
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

/** The audit log's subject and actions for the latest change of each field. */
interface FieldHistory {
  subject: string
  actions: Readonly<Record<string, AuditAction>>
}

/** The present values of an edit form that is not for policies. */
export interface ShownThing {
  present: FieldValues
  history: FieldHistory
}

/**
 * The changed fields of a form, with their wanted values.
 * @throws {Failure} CONFLICT if someone else has changed one of them since the form was shown; and like {@link
 * readShownForm}
 */
export async function changedFields(
  { form, services }: Pick<SignedInContext, 'form' | 'services'>,
  { present, history }: ShownThing,
): Promise<ReadonlyMap<string, string>> {
  const values = readShownForm(form, present)
  const { changed, overtaken } = compareShown(values, { present: (name) => shownText(present[name] ?? '') })
  if (overtaken.length === 0) return new Map(changed.map((name) => [name, values.get(name)?.wanted ?? '']))
  throw await overtakenBy(services.site.database.audit, overtaken, (field) => ({
    action: history.actions[field],
    subject: history.subject,
  }))
}

/** The sent value of a field; `undefined` if none. Unticked checkboxes send nothing. */
function sentValue(
  form: URLSearchParams,
  name: string,
  present: FieldValues,
): FieldValues[string] | undefined {
  if (typeof present[name] !== 'string') {
    return form.has(name) || form.has(shownField(name)) ? form.getAll(name) : undefined
  }
  if (!form.has(name)) return undefined
  // An empty field for Custom is refused as `custom`.
  return inLines((form.has(customName(name)) && spanIn(form, name)) || (form.get(name) ?? ''))
}

const isOther = (form: URLSearchParams, name: string, sent: FieldValues[string]): boolean =>
  inLines(form.get(shownField(name)) ?? '') !== shownText(sent)
