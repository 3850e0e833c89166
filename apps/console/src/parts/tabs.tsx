/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/console-context.ts'

interface Tab {
  href: string
  label: string
  /** Number of open items there. */
  waiting?: number
}

/** Tabs of related pages. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => {
  const { page } = useConsole()
  const [shown] = page.split('?')
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ href, label, waiting = 0 }) => (
        <a href={href} {...(href === shown ? { 'aria-current': 'page' } : {})}>
          {label}
          {waiting === 0 ? null : <span class="badge warn">{waiting}</span>}
        </a>
      ))}
    </nav>
  )
}
