/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { Form } from './form.tsx'

/**
 * The form that a script sends after dragging items with `data-arranged`: their ids, and the id of the item that
 * follows them.
 */
export const ArrangeForm = ({ action, children }: { action: string; children?: Child }) => (
  <Form action={action} data={{ 'data-arranging': '', hidden: '' }}>
    <input type="hidden" name="before" />
    {children}
  </Form>
)
