/** @jsxImportSource hono/jsx */
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { AccessList } from '@pictoglyph/site/language/records'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { SelectField } from '../../parts/form.tsx'
import { readExpiry } from '../../parts/read-expiry.ts'

/**
 * When an entry expires: the form's choice, or an exact time, which the undo of a removal sends.
 * @throws {Failure} BAD_REQUEST
 */
export function entryExpiry(context: Pick<SignedInContext, 'form' | 'timeZone' | 'services'>): number | null {
  const moment = context.form.get('expiresAtMs') ?? ''
  if (moment === '') return readExpiry(context) ?? null
  if (/^\d+$/.test(moment)) return Number(moment)
  throw badRequest(message('The expiry is not a number.'))
}

/** The list in a form or an address. @throws {Failure} BAD_REQUEST */
export function listOf(fields: URLSearchParams): AccessList {
  const list = fields.get('list')
  if (list === 'block' || list === 'allow') return list
  throw badRequest(message('There is no such list.'))
}

/** Chooses one of the two lists. */
export const ListSelect = () => {
  const { access: text } = useConsole().text
  return (
    <SelectField
      label={text.list}
      name="list"
      choices={[
        { value: 'block', label: text.lists.block },
        { value: 'allow', label: text.lists.allow },
      ]}
    />
  )
}
