/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { Form } from './form.tsx'

/**
 * What a script sends where items of the page, which have `data-arranged`, are dragged: their ids, and the one before
 * which they go.
 */
export const ArrangeForm = ({ action, children }: { action: string; children?: Child }) => (
  <Form action={action} data={{ 'data-arranging': '', hidden: '' }}>
    <input type="hidden" name="before" />
    {children}
  </Form>
)
