/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'

/** The pages of every day, at the thumb of a phone's reader; the menu has all others. */
export const BottomNavigation = () => {
  const { nav } = useConsole().text
  return (
    <nav class="bottom-nav" aria-label={nav.daily}>
      <BottomLink href="/images" label={nav.gallery}>
        <path d="M3 5h14v10H3zM3 13l4-4 3 3 2.5-2.5L17 14M12.5 8h.01" />
      </BottomLink>
      <BottomLink href="/upload" label={nav.upload}>
        <path d="M10 13V4m0 0L6.5 7.5M10 4l3.5 3.5M3.5 13v3h13v-3" />
      </BottomLink>
      <BottomLink href="/albums" label={nav.albums}>
        <path d="M3 7h14v9H3zM5 4.5h10" />
      </BottomLink>
      <BottomLink href="/account" label={nav.account}>
        <path d="M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 16.5c.7-2.6 3-4 6-4s5.3 1.4 6 4" />
      </BottomLink>
    </nav>
  )
}

const BottomLink = ({ href, label, children }: { href: string; label: string; children: Child }) => {
  const { path } = useConsole()
  const isHere = path === href || path.startsWith(`${href}/`)
  return (
    <a href={href} {...(isHere ? { 'aria-current': 'page' } : {})}>
      <svg viewBox="0 0 20 20" width="22" height="22" aria-hidden="true">
        {children}
      </svg>
      {label}
    </a>
  )
}
