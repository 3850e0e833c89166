/** @jsxImportSource hono/jsx */
import { badRequest, message } from '@pictoglyph/core'
import { useConsole } from '../../context/console-context.ts'
import { SelectField } from '../../parts/form.tsx'

const hourMs = 60 * 60 * 1000

/** The expiries that forms offer, in hours from now; '' is none. */
const expiryHours = ['', '1', '24', '168', '720', '8760'] as const

/**
 * When an entry ends: a number of hours from now, or a moment, which is what taking back a removal sends.
 * @throws {Failure} BAD_REQUEST for what is no number
 */
export function expiryOf(form: URLSearchParams, nowMs: number): number | null {
  const moment = form.get('expiresAtMs') ?? ''
  if (moment !== '') return whole(moment)
  const hours = form.get('hours') ?? ''
  return hours === '' ? null : nowMs + whole(hours) * hourMs
}

function whole(written: string): number {
  if (/^\d+$/.test(written)) return Number(written)
  throw badRequest(message('The expiry is not a number.'))
}

/** Which of the two lists is meant. */
export const ListSelect = ({ chosen }: { chosen: string | null }) => {
  const { access: text } = useConsole().text
  return (
    <SelectField
      label={text.list}
      name="list"
      value={chosen ?? 'block'}
      choices={[
        { value: 'block', label: text.lists.block },
        { value: 'allow', label: text.lists.allow },
      ]}
    />
  )
}

/** When an entry ends. */
export const ExpirySelect = ({ chosen }: { chosen: string | null }) => {
  const { access: text } = useConsole().text
  return (
    <SelectField
      label={text.ends}
      name="hours"
      value={chosen ?? ''}
      choices={expiryHours.map((hours) => ({ value: hours, label: text.expiry[hours] }))}
    />
  )
}
