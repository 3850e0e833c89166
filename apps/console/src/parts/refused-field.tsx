/** @jsxImportSource hono/jsx */
import type { FailureCode, FailureFacts } from '@pictoglyph/site/language/failure'
import type { OvertakenField } from '@pictoglyph/site/language/failures'
import { createContext, useContext } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { FailureMessage } from './failure-message.tsx'
import { ShownForm } from './shown-values.ts'

/** The address of the current form. */
export const FormAction = createContext('')

/** Whether a field of the page shows the form's refusal; the field sets it when rendered. */
export const RefusalPlace = createContext({ isField: false })

/** Form fields that some failures of uploads belong to, by code. */
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

/** The values that were sent to the address of this form; empty if it is not shown again. */
export function useSent(): URLSearchParams {
  const [path = ''] = useContext(FormAction).split('?')
  return submittedTo(useConsole(), path)
}

/** Why this form is refused; `undefined` if it is not. */
function useRefusal(): FailureFacts | undefined {
  const { hono, refusal } = useConsole()
  const [action] = useContext(FormAction).split('?')
  return hono.req.path === action ? refusal?.facts : undefined
}

/** A change of a field by someone else since this form was shown; `undefined` if there is none. */
function useOvertaken(name: string): OvertakenField | undefined {
  const facts = useRefusal()
  return facts?.code === 'CONFLICT' ? facts.overtaken?.find(({ field }) => field === name) : undefined
}

/** Why a field of this form is refused; `undefined` if it is not. */
function useRefusalOf(name: string): FailureFacts | undefined {
  const facts = useRefusal()
  return facts !== undefined && refusedField(facts) === name ? facts : undefined
}

/** Unique, because a page shows one refused form with one refused field. */
const messageId = 'refused-field'

const marked = (message: string) => ({ 'aria-invalid': 'true', 'aria-describedby': message })

/** Marks a refused field for screen readers, and focuses it (WCAG 2.2, 3.3.1). */
export const refused = (message: string = messageId) => ({ ...marked(message), autofocus: true })

const overtakenId = (name: string): string => `now-${name}`

/** Attributes of a field's input element for its refusal. */
export function useRefused(name: string): Record<string, string | boolean> {
  const isOvertaken = useOvertaken(name) !== undefined
  if (useRefusalOf(name) !== undefined) return refused()
  // Several fields may be overtaken; the message above the form names them all.
  return isOvertaken ? marked(overtakenId(name)) : {}
}

/**
 * Message beneath a field: why its value was refused; or the present value, if someone else has changed it meanwhile or
 * the stored one can't be used.
 * @param props.wordsOf the form's text for a value, if it differs
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
