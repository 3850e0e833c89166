/** @jsxImportSource hono/jsx */
import { Mark } from '@pictoglyph/web/page/mark'
import type { Child } from 'hono/jsx'

/** What stands where there is nothing yet: what would be here, and what to do next. */
export const Empty = ({ title, children }: { title: string; children?: Child }) => (
  <div class="empty">
    <Mark size={56} />
    <h2>{title}</h2>
    {children}
  </div>
)
