/** @jsxImportSource hono/jsx */

import { formatBytes } from '@pictoglyph/core'
import { languages, themes } from '@pictoglyph/http'
import { Mark } from '@pictoglyph/http/page/mark'
import { ThemeIcon } from '@pictoglyph/http/page/theme-icon'
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { backTo } from '../context/page-address.ts'
import { Form } from '../parts/form.tsx'
import { languageNames } from '../text/messages.ts'
import { NavIcon, type NavIconName } from './nav-icon.tsx'

/** Every page that there is a way to, in groups; at the side of a wide screen, folded away on a small one. */
export const Sidebar = ({ usedBytes }: { usedBytes: number | undefined }) => {
  const { text, signedIn } = useConsole()
  const { nav } = text
  return (
    <header class="sidebar">
      <a class="brand" href="/">
        <Mark />
        <span>Pictoglyph</span>
      </a>
      <details class="menu" data-menu="">
        <summary>{nav.menu}</summary>
        <nav aria-label={nav.label}>
          <NavGroup title={nav.images}>
            <NavLink href="/images" icon="gallery">
              {nav.gallery}
            </NavLink>
            <NavLink href="/upload" icon="upload">
              {nav.upload}
            </NavLink>
            <NavLink href="/albums" icon="albums">
              {nav.albums}
            </NavLink>
            <NavLink href="/links" icon="links">
              {text.link.title}
            </NavLink>
            <NavLink href="/keys" icon="keys">
              {nav.keys}
            </NavLink>
          </NavGroup>
          {signedIn?.user.role === 'admin' ? <OperatorLinks /> : null}
          <NavGroup title={signedIn?.user.displayName || (signedIn?.user.name ?? '')}>
            <NavLink href="/account" icon="account">
              {nav.account}
            </NavLink>
          </NavGroup>
        </nav>
        <div class="sidebar-foot">
          {usedBytes === undefined ? null : <Storage usedBytes={usedBytes} />}
          <Form action="/sign-out">
            <button type="submit" class="plain">
              {nav.signOut}
            </button>
          </Form>
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
    <>
      <NavGroup title={nav.imageService}>
        <NavLink href="/overview" icon="overview">
          {nav.overview}
        </NavLink>
        <NavLink href="/all-images" icon="gallery">
          {nav.allImages}
        </NavLink>
        <NavLink href="/users" icon="users">
          {nav.users}
        </NavLink>
        <NavLink href="/categories" icon="categories">
          {nav.categories}
        </NavLink>
        <NavLink href="/policy" icon="policy">
          {nav.policy}
        </NavLink>
      </NavGroup>
      <NavGroup title={nav.textService}>
        <NavLink href="/ciphers" icon="ciphers">
          {nav.ciphers}
        </NavLink>
        <NavLink href="/access" icon="access">
          {nav.access}
        </NavLink>
      </NavGroup>
      <NavGroup title={nav.records}>
        <NavLink href="/audit" icon="audit">
          {nav.audit}
        </NavLink>
      </NavGroup>
    </>
  )
}

const NavGroup = ({ title, children }: { title: string; children: Child }) => (
  <div class="nav-group">
    <h2>{title}</h2>
    <ul>{children}</ul>
  </div>
)

const NavLink = ({ href, icon, children }: { href: string; icon: NavIconName; children: Child }) => {
  const { path } = useConsole()
  const isHere = path === href || path.startsWith(`${href}/`)
  return (
    <li>
      <a href={href} {...(isHere ? { 'aria-current': 'page' } : {})}>
        <NavIcon of={icon} />
        <span>{children}</span>
      </a>
    </li>
  )
}

/** What stands above the page of someone who is not signed in. */
export const Masthead = () => {
  const { text } = useConsole()
  return (
    <header class="masthead">
      <a class="brand" href="/">
        <Mark />
        <span>Pictoglyph</span>
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
