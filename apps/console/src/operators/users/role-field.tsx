/** @jsxImportSource hono/jsx */
import { useConsole } from '../../context/console-context.ts'
import { SelectField } from '../../parts/form.tsx'

/** Chooses the role of a user. */
export const RoleField = () => {
  const { user: text } = useConsole().text
  const choices = (['member', 'admin'] as const).map((value) => ({ value, label: text.roles[value] }))
  return <SelectField label={text.role} name="role" choices={choices} />
}
