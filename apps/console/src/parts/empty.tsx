/** @jsxImportSource hono/jsx */
import { Mark } from '@pictoglyph/web/page/mark'
import type { Child } from 'hono/jsx'

/** Empty state of a list: what belongs here and the next step. */
export const Empty = ({ title, children }: { title: string; children?: Child }) => (
  <div class="empty">
    <Mark size={56} />
    <h2>{title}</h2>
    {children}
  </div>
)
