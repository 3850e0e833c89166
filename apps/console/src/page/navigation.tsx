/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { languages } from '@pictoglyph/web/language'
import { Icon } from '@pictoglyph/web/page/icon'
import type { IconName } from '@pictoglyph/web/page/icon-shapes'
import { Mark } from '@pictoglyph/web/page/mark'
import { themes } from '@pictoglyph/web/page/preferences'
import type { Child } from 'hono/jsx'
import { type ConsoleContext, useConsole } from '../context/console-context.ts'
import { backTo } from '../context/page-address.ts'
import { siteNameOf } from '../context/site-name.ts'
import { Form } from '../parts/form.tsx'
import { languageNames } from '../text/messages.ts'

/** Links to every page, in groups: a column on a wide screen, a folded menu on a small one. */
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
        <Icon name="upload" />
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
            <NavLink href="/keys" icon="key" with={['/guests']}>
              {nav.keys}
            </NavLink>
          </NavGroup>
          {signedIn?.user.role === 'admin' ? <OperatorLinks /> : null}
        </nav>
        <div class="sidebar-foot">
          {usedBytes === undefined ? null : <Storage usedBytes={usedBytes} />}
          <div class="split">
            <a class="own-account" href="/account" {...hereIn(context, '/account')}>
              <Icon name="account" />
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

/** Storage of the images, and its share of the quota. */
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
  icon: IconName
  /** Further paths that mark it as current: the other tabs of its page. */
  with?: readonly string[]
  children: Child
}) => {
  return (
    <li>
      <a href={props.href} {...hereIn(useConsole(), props.href, ...(props.with ?? []))}>
        <Icon name={props.icon} />
        <span>{props.children}</span>
      </a>
    </li>
  )
}

/** Marks a link as current on these paths; an album's page counts as one of the albums. */
export function hereIn(
  { path, query }: Pick<ConsoleContext, 'path' | 'query'>,
  ...places: readonly string[]
): { 'aria-current'?: 'page' } {
  const shown = path === '/images' && query.has('album') ? '/albums' : path
  const isHere = places.some((place) => shown === place || shown.startsWith(`${place}/`))
  return isHere ? { 'aria-current': 'page' } : {}
}

/** The top of the page for anonymous visitors. */
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

/** Changes the theme in this browser. */
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
          <Icon name={one} size={16} />
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
