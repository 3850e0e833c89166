/** @jsxImportSource hono/jsx */

import { languages } from '@pictoglyph/http'
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { backTo } from '../context/page-address.ts'
import { Form } from '../parts/form.tsx'
import { languageNames } from '../text/messages.ts'
import { Logo } from './logo.tsx'

/** Every page that there is a way to, in groups; at the side of a wide screen, folded away on a small one. */
export const Sidebar = () => {
  const { text, signedIn } = useConsole()
  const { nav } = text
  return (
    <header class="sidebar">
      <a class="brand" href="/">
        <Logo />
        <span>Pictoglyph</span>
      </a>
      <details class="menu" data-menu="">
        <summary>{nav.menu}</summary>
        <nav aria-label={nav.label}>
          <NavGroup title={nav.images}>
            <NavLink href="/images">{nav.gallery}</NavLink>
            <NavLink href="/upload">{nav.upload}</NavLink>
            <NavLink href="/albums">{nav.albums}</NavLink>
            <NavLink href="/keys">{nav.keys}</NavLink>
          </NavGroup>
          {signedIn?.user.role === 'admin' ? <OperatorLinks /> : null}
          <NavGroup title={signedIn?.user.name ?? ''}>
            <NavLink href="/account">{nav.account}</NavLink>
          </NavGroup>
        </nav>
        <div class="sidebar-foot">
          <Form action="/sign-out">
            <button type="submit" class="plain">
              {nav.signOut}
            </button>
          </Form>
          <LanguageChoice />
        </div>
      </details>
    </header>
  )
}

const OperatorLinks = () => {
  const { nav } = useConsole().text
  return (
    <>
      <NavGroup title={nav.imageService}>
        <NavLink href="/overview">{nav.overview}</NavLink>
        <NavLink href="/users">{nav.users}</NavLink>
        <NavLink href="/categories">{nav.categories}</NavLink>
        <NavLink href="/policy">{nav.policy}</NavLink>
      </NavGroup>
      <NavGroup title={nav.textService}>
        <NavLink href="/ciphers">{nav.ciphers}</NavLink>
        <NavLink href="/access">{nav.access}</NavLink>
      </NavGroup>
      <NavGroup title={nav.records}>
        <NavLink href="/audit">{nav.audit}</NavLink>
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

const NavLink = ({ href, children }: { href: string; children: Child }) => {
  const { path } = useConsole()
  const isHere = path === href || path.startsWith(`${href}/`)
  return (
    <li>
      <a href={href} {...(isHere ? { 'aria-current': 'page' } : {})}>
        {children}
      </a>
    </li>
  )
}

/** What stands above the page of somebody who is not signed in. */
export const Masthead = () => {
  const { text } = useConsole()
  return (
    <header class="masthead">
      <a class="brand" href="/">
        <Logo />
        <span>Pictoglyph</span>
        <span class="brand-face">{text.layout.console}</span>
      </a>
      <LanguageChoice />
    </header>
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
