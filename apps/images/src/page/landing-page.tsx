/** @jsxImportSource hono/jsx */
import { htmlPage, type PagePreferences } from '@pictoglyph/http'
import { faviconAddressFrom } from '@pictoglyph/http/page/favicon'
import { Mark } from '@pictoglyph/http/page/mark'
import { Masthead } from '@pictoglyph/http/page/masthead'
import { relativeAddress } from '@pictoglyph/http/page/relative-address'
import { messagesIn } from './messages.ts'

/** Public base addresses of the services next to this one. */
export interface Neighbours {
  console: string
  text: string
}

/** The first page: what this is, and the ways to the console, the playground and the documentation. */
export function landingPage(
  preferences: PagePreferences,
  baseUrl: string,
  { console, text: textUrl }: Neighbours,
): Response {
  const text = messagesIn[preferences.language]
  const ways = [
    { title: text.toConsole, note: text.toConsoleNote, address: reachable(baseUrl, console) },
    { title: text.toPlayground, note: text.toPlaygroundNote, address: reachable(baseUrl, textUrl) },
    { title: text.toDocs, note: text.toDocsNote, address: relativeAddress('/', '/docs') },
  ]
  return htmlPage({
    preferences,
    title: 'Pictoglyph',
    description: text.landingLead,
    css: landingStyle,
    icon: faviconAddressFrom('/'),
    body: (
      <div class="wide">
        <Masthead preferences={preferences} />
        <main class="landing">
          <Mark size={72} />
          <h1>{text.landingTitle}</h1>
          <p class="lead muted">{text.landingLead}</p>
          <ul class="ways">
            {ways.map(({ title, note, address }) =>
              address === undefined ? null : (
                <li>
                  <a class="card" href={address}>
                    <strong>{title}</strong>
                    <span class="muted">{note}</span>
                  </a>
                </li>
              ),
            )}
          </ul>
        </main>
      </div>
    ),
  })
}

/** An address of the reader's own machine leads nowhere from a page that others read. */
function reachable(from: string, to: string): string | undefined {
  return isLoopback(to) && !isLoopback(from) ? undefined : to.replace(/\/?$/, '/')
}

const isLoopback = (address: string) =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname)

const landingStyle = `
.landing { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 0.75rem; padding-block: clamp(2rem, 9vh, 6rem) 4rem; text-align: center; }
.landing h1 { margin-top: 0.75rem; font-size: clamp(1.9rem, 1.3rem + 2.6vw, 2.9rem); letter-spacing: -0.025em; max-width: 22em; }
.landing .lead { max-width: 38rem; margin: 0; font-size: 1.08rem; text-wrap: pretty; }
.ways { width: 100%; max-width: 60rem; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1rem; margin: 2rem 0 0; padding: 0; list-style: none; text-align: start; }
.ways a { display: grid; gap: 0.3rem; height: 100%; align-content: start; color: var(--ink); text-decoration: none; }
.ways a:hover { border-color: var(--line-strong); }
.ways strong { font-weight: 620; color: var(--accent); }
.ways strong::after { content: " →"; }
`
