/** @jsxImportSource hono/jsx */
import type { FailureCode, FailureFacts } from '@pictoglyph/site/language/failure'
import type { OvertakenField } from '@pictoglyph/site/language/failures'
import { createContext, useContext } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { FailureMessage } from './failure-message.tsx'
import { ShownForm } from './shown-values.ts'

/** Where the form that is being rendered is sent to. */
export const FormAction = createContext('')

/** Whether a field of the page says why the form is refused; the field notes it as it is rendered. */
export const RefusalPlace = createContext({ isField: false })

/** What an upload's form calls that which some failures are about by their code. */
const uploadFields: Partial<Record<FailureCode, string>> = {
  FILE_MISSING: 'file',
  TOO_LARGE: 'file',
  TYPE_NOT_ALLOWED: 'file',
  INVALID_IMAGE: 'file',
  CATEGORY_MISSING: 'categoryId',
  CATEGORY_UNAVAILABLE: 'categoryId',
  ALBUM_NOT_ALLOWED: 'albumId',
}

const refusedField = (facts: FailureFacts): string | undefined =>
  'field' in facts ? facts.field : uploadFields[facts.code]

/** Why this form is refused; `undefined` if it is not. */
function useRefusal(): FailureFacts | undefined {
  const { hono, refusal } = useConsole()
  const [action] = useContext(FormAction).split('?')
  return hono.req.path === action ? refusal?.facts : undefined
}

/** Who has changed a field since this form was shown; `undefined` if no one has. */
function useOvertaken(name: string): OvertakenField | undefined {
  const facts = useRefusal()
  return facts?.code === 'CONFLICT' ? facts.overtaken?.find(({ field }) => field === name) : undefined
}

/** Why what was written in a field of this form is refused; `undefined` if it is not. */
function useRefusalOf(name: string): FailureFacts | undefined {
  const facts = useRefusal()
  return facts !== undefined && refusedField(facts) === name ? facts : undefined
}

/** A page shows one form again, in which one field is refused. */
const messageId = 'refused-field'

const marked = (message: string) => ({ 'aria-invalid': 'true', 'aria-describedby': message })

/** Marks a refused field for those who listen to the page, and leads the keyboard to it (WCAG 2.2, 3.3.1). */
export const refused = (message: string = messageId) => ({ ...marked(message), autofocus: true })

const overtakenId = (name: string): string => `now-${name}`

/** The attributes of a field's control. */
export function useRefused(name: string): Record<string, string | boolean> {
  const isOvertaken = useOvertaken(name) !== undefined
  if (useRefusalOf(name) !== undefined) return refused()
  // There may be several, and what stands above the form names them all.
  return isOvertaken ? marked(overtakenId(name)) : {}
}

/**
 * Beneath a field, why what was written in it is refused; or the present value, where someone else has changed it
 * meanwhile or where it stands in for a stored one that can't be used.
 * @param props.wordsOf what the form calls a value, if not by itself
 */
export const RefusalOf = (props: { field: string; wordsOf?: (value: string) => string | undefined }) => {
  const { field, wordsOf } = props
  const { common } = useConsole().text
  const place = useContext(RefusalPlace)
  const facts = useRefusalOf(field)
  const overtaken = useOvertaken(field)
  const { present, unusable } = useContext(ShownForm)
  const words = [present[field] ?? ''].flat().map((value) => wordsOf?.(value) ?? value)
  if (facts !== undefined) {
    place.isField = true
    return (
      <span class="refusal" id={messageId} role="alert">
        <FailureMessage of={facts} />
      </span>
    )
  }
  if (overtaken !== undefined) {
    return (
      <span class="overtaken refusal" id={overtakenId(field)}>
        {common.isNow(words.join(', '), overtaken.by)}
      </span>
    )
  }
  const stored = unusable[field]
  return stored === undefined ? null : <span class="unusable refusal">{common.standsIn(stored)}</span>
}
