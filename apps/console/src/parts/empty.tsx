/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { Logo } from '../page/logo.tsx'

/** What stands where there is nothing yet: what would be here, and what to do next. */
export const Empty = ({ title, children }: { title: string; children?: Child }) => (
  <div class="empty">
    <Logo size={56} />
    <h2>{title}</h2>
    {children}
  </div>
)
