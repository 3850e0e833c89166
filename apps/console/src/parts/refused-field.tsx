/** @jsxImportSource hono/jsx */
import type { FailureCode, FailureFacts } from '@pictoglyph/site/language/failure'
import { createContext, useContext } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { FailureMessage } from './failure-message.tsx'

/** Where the form that is being rendered is sent to. */
export const FormAction = createContext('')

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

/** Why what was written in a field of this form is refused; `undefined` if it is not. */
function useRefusalOf(name: string): FailureFacts | undefined {
  const { hono, refusal } = useConsole()
  const [action] = useContext(FormAction).split('?')
  const isThisForm = refusal !== undefined && hono.req.path === action
  return isThisForm && refusedField(refusal.facts) === name ? refusal.facts : undefined
}

/** In the markup of a page, one of whose fields says why it is refused. */
export const refusalMark = '<span class="refusal"'

/** A page shows one form again, in which one field is refused. */
const messageId = 'refused-field'

/** Marks a refused field for those who listen to the page, and leads the keyboard to it (WCAG 2.2, 3.3.1). */
export const refused = (message: string = messageId) => ({
  'aria-invalid': 'true',
  'aria-describedby': message,
  autofocus: true,
})

/** The attributes of a field's control. */
export function useRefused(name: string): Record<string, string | boolean> {
  return useRefusalOf(name) === undefined ? {} : refused()
}

/** Beneath a field, why what was written in it is refused, if it is. */
export const RefusalOf = ({ field }: { field: string }) => {
  const facts = useRefusalOf(field)
  if (facts === undefined) return null
  return (
    <span class="refusal" id={messageId} role="alert">
      <FailureMessage of={facts} />
    </span>
  )
}
