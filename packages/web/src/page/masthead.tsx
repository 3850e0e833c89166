/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { languages } from '../language.ts'
import { Icon } from './icon.tsx'
import { Mark } from './mark.tsx'
import { mastheadMessages as messages } from './masthead-messages.ts'
import { addressWith, type PagePreferences, themes } from './preferences.ts'
import { relativeAddress } from './relative-address.ts'

interface MastheadProps {
  preferences: PagePreferences
  /** The path of the page's route, with parameter names; without a route, the requested path. */
  from?: string
  /** Links of this page. */
  children?: Child
}

/**
 * The top of every public page: a link to the service's first page, the links of the page, and the choice of language
 * and theme. They are links and need no script.
 */
export const Masthead = ({ preferences, from = preferences.path, children }: MastheadProps) => (
  <header class="masthead">
    <a class="brand" href={relativeAddress(from, '/')}>
      <Mark />
      <span dir="auto">{preferences.site['site.name']}</span>
    </a>
    {children === undefined ? null : <nav aria-label={preferences.site['site.name']}>{children}</nav>}
    <div class="choices">
      <LanguageLink preferences={preferences} />
      <ThemeChoice preferences={preferences} />
    </div>
  </header>
)

const LanguageLink = ({ preferences }: { preferences: PagePreferences }) => {
  const [other = 'en'] = languages.filter((one) => one !== preferences.language)
  return (
    <a
      class="language"
      id="language"
      href={addressWith(preferences, 'lang', other)}
      hreflang={other}
      lang={other}
      rel="nofollow"
    >
      {messages[other].language}
    </a>
  )
}

const ThemeChoice = ({ preferences }: { preferences: PagePreferences }) => {
  const text = messages[preferences.language]
  return (
    <ul class="theme" aria-label={text.theme}>
      {themes.map((theme) => (
        <li>
          <a
            href={addressWith(preferences, 'theme', theme)}
            title={text[theme]}
            aria-label={text[theme]}
            aria-current={theme === preferences.theme ? 'true' : undefined}
            data-theme-choice={theme}
            rel="nofollow"
          >
            <Icon name={theme} size={16} />
          </a>
        </li>
      ))}
    </ul>
  )
}
