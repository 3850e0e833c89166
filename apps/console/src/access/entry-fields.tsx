/** @jsxImportSource hono/jsx */

import { useConsole } from '../context/use-console.ts'
import { SelectField } from '../parts/form.tsx'
import { expiryHours } from './expiry.ts'

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
