/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { languages } from '@pictoglyph/web/language'
import { Mark } from '@pictoglyph/web/page/mark'
import { themes } from '@pictoglyph/web/page/preferences'
import { ThemeIcon } from '@pictoglyph/web/page/theme-icon'
import type { Child } from 'hono/jsx'
import { type ConsoleContext, useConsole } from '../context/console-context.ts'
import { backTo } from '../context/page-address.ts'
import { siteNameOf } from '../context/site-name.ts'
import { Form } from '../parts/form.tsx'
import { languageNames } from '../text/messages.ts'

/** Every page that there is a way to, in groups; at the side of a wide screen, folded away on a small one. */
export const Sidebar = ({ usedBytes }: { usedBytes: number | undefined }) => {
  const context = useConsole()
  const { text, signedIn } = context
  const { nav } = text
  return (
    <header class="sidebar">
      <a class="brand" href="/">
        <Mark />
        <span dir="auto">{siteNameOf(context)}</span>
      </a>
      <a class="button upload-button" href="/upload" {...hereIn(context, '/upload')}>
        <NavIcon of="upload" />
        <span>{nav.upload}</span>
      </a>
      <details class="menu" data-menu="">
        <summary>{nav.menu}</summary>
        <nav aria-label={nav.label}>
          <NavGroup title={nav.images}>
            <NavLink href="/images" icon="gallery">
              {nav.gallery}
            </NavLink>
            <NavLink href="/albums" icon="albums">
              {nav.albums}
            </NavLink>
            <NavLink href="/keys" icon="keys" with={['/guests']}>
              {nav.keys}
            </NavLink>
          </NavGroup>
          {signedIn?.user.role === 'admin' ? <OperatorLinks /> : null}
        </nav>
        <div class="sidebar-foot">
          {usedBytes === undefined ? null : <Storage usedBytes={usedBytes} />}
          <div class="split">
            <a class="own-account" href="/account" {...hereIn(context, '/account')}>
              <NavIcon of="account" />
              <span class="visually-hidden">{nav.account}: </span>
              <span dir="auto">{signedIn?.user.displayName || (signedIn?.user.name ?? '')}</span>
            </a>
            <Form action="/sign-out">
              <button type="submit" class="plain">
                {nav.signOut}
              </button>
            </Form>
          </div>
          <div class="choices">
            <LanguageChoice />
            <ThemeChoice />
          </div>
        </div>
      </details>
    </header>
  )
}

/** What the images take up, and how much of the quota that is. */
const Storage = ({ usedBytes }: { usedBytes: number }) => {
  const { text, language, signedIn } = useConsole()
  const quotaBytes = signedIn?.user.quotaBytes ?? null
  const size = (bytes: number) => formatBytes(bytes, language)
  const words = text.nav.storage(size(usedBytes), quotaBytes === null ? undefined : size(quotaBytes))
  return (
    <a class="storage" href="/account">
      <span>{words}</span>
      {quotaBytes === null ? null : (
        <progress max={Math.max(quotaBytes, 1)} value={usedBytes} aria-hidden="true" />
      )}
    </a>
  )
}

const OperatorLinks = () => {
  const { nav } = useConsole().text
  return (
    <NavGroup title={nav.wholeSite}>
      <NavLink href="/overview" icon="overview">
        {nav.overview}
      </NavLink>
      <NavLink href="/all-images" icon="reports" with={['/reports', '/hashes']}>
        {nav.moderation}
      </NavLink>
      <NavLink href="/users" icon="users">
        {nav.users}
      </NavLink>
      <NavLink href="/settings/uploads" icon="settings" with={['/settings']}>
        {nav.settings}
      </NavLink>
      <NavLink href="/audit" icon="audit">
        {nav.audit}
      </NavLink>
    </NavGroup>
  )
}

const NavGroup = ({ title, children }: { title: string; children: Child }) => (
  <div class="nav-group">
    <h2>{title}</h2>
    <ul>{children}</ul>
  </div>
)

const NavLink = (props: {
  href: string
  icon: NavIconName
  /** Where else it leads: to the other tabs of its page. */
  with?: readonly string[]
  children: Child
}) => {
  return (
    <li>
      <a href={props.href} {...hereIn(useConsole(), props.href, ...(props.with ?? []))}>
        <NavIcon of={props.icon} />
        <span>{props.children}</span>
      </a>
    </li>
  )
}

/** Marks a link to these places on their pages; an album's page shows images, and stands among the albums. */
export function hereIn(
  { path, query }: Pick<ConsoleContext, 'path' | 'query'>,
  ...places: readonly string[]
): { 'aria-current'?: 'page' } {
  const shown = path === '/images' && query.has('album') ? '/albums' : path
  const isHere = places.some((place) => shown === place || shown.startsWith(`${place}/`))
  return isHere ? { 'aria-current': 'page' } : {}
}

/** What stands above the page of someone who is not signed in. */
export const Masthead = () => {
  const context = useConsole()
  const { text } = context
  return (
    <header class="masthead">
      <a class="brand" href="/">
        <Mark />
        <span dir="auto">{siteNameOf(context)}</span>
        <span class="brand-face">{text.layout.console}</span>
      </a>
      <div class="choices">
        <LanguageChoice />
        <ThemeChoice />
      </div>
    </header>
  )
}

/** Changes how the pages are lit, in this browser. */
const ThemeChoice = () => {
  const context = useConsole()
  const { layout } = context.text
  return (
    <Form action="/theme" class="theme" label={layout.theme}>
      <input type="hidden" name="return" value={backTo(context)} />
      {themes.map((one) => (
        <button
          type="submit"
          name="theme"
          value={one}
          class="plain"
          title={layout.themes[one]}
          aria-label={layout.themes[one]}
          aria-pressed={one === context.theme ? 'true' : 'false'}
        >
          <ThemeIcon of={one} />
        </button>
      ))}
    </Form>
  )
}

/** Changes the language of the pages, in this browser. */
const LanguageChoice = () => {
  const context = useConsole()
  const { language, text } = context
  return (
    <Form action="/language" class="language" label={text.layout.language}>
      <input type="hidden" name="return" value={backTo(context)} />
      {languages.map((one) => (
        <button
          type="submit"
          name="language"
          value={one}
          lang={one}
          class="plain"
          aria-pressed={one === language ? 'true' : 'false'}
        >
          {languageNames[one]}
        </button>
      ))}
    </Form>
  )
}

/** @jsxImportSource hono/jsx */

/** Lines of 1.5 in a square of 20, in the colour of the text beside them. */
const paths = {
  gallery: 'M3 4.5h14v11H3zM3 13l4-4 3.5 3.5L13 10l4 3.6M13.2 7.4h.01',
  upload: 'M10 13V3.5M6.5 7 10 3.5 13.5 7M3.5 12.5v4h13v-4',
  albums: 'M3 7h14v9.5H3zM5 4.7h10M7 2.5h6',
  keys: 'M10.6 9.4a3.6 3.6 0 1 1-5.1 5.1 3.6 3.6 0 0 1 5.1-5.1zM10.6 9.4l6-6M13.7 6.3l2.3 2.3',
  account: 'M10 10a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 10 10zM3.8 16.8c.6-3 3-4.6 6.2-4.6s5.6 1.6 6.2 4.6',
  overview: 'M3.5 3v13.5H17M7 13.2V9.5M10.5 13.2V6M14 13.2V8',
  users:
    'M8 9.6a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8zM2.6 16.4c.4-2.8 2.5-4.3 5.4-4.3s5 1.5 5.4 4.3M13 4.2a2.7 2.7 0 0 1 0 5.1M14.6 12.4c1.6.6 2.6 2 2.9 4',
  settings: 'M3 5.5h7M14 5.5h3M12 3.5v4M3 14.5h3M10 14.5h7M8 12.5v4',
  reports: 'M4.5 17.5V3h10l-2 3.2 2 3.3h-10',
  audit: 'M5 2.8h7l3 3v11.4H5zM7.6 9h4.8M7.6 12h4.8M7.6 6h2',
} as const

type NavIconName = keyof typeof paths

/** The icon of a link in the navigation, which its words name. */
const NavIcon = ({ of: name }: { of: NavIconName }) => (
  <svg class="nav-icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
