/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { typeName } from '@pictoglyph/site/language/type-name'
import type { Policy } from '@pictoglyph/site/policy'
import { faviconAddressFrom } from '@pictoglyph/web/page/favicon'
import type { HtmlPage } from '@pictoglyph/web/page/html-page'
import { Icon } from '@pictoglyph/web/page/icon'
import { Masthead } from '@pictoglyph/web/page/masthead'
import type { PagePreferences } from '@pictoglyph/web/page/preferences'
import { relativeAddress } from '@pictoglyph/web/page/relative-address'
import { plainFace } from '@pictoglyph/web/page/site-face'
import { type Messages, messagesIn } from './messages.ts'

/** Public base addresses of the other services. */
export interface Neighbours {
  console: string
  text: string
}

interface LandingPage {
  preferences: PagePreferences
  /** The public address of this service. */
  baseUrl: string
  neighbours: Neighbours
  policy: Pick<Policy, 'site.welcome' | 'upload.types' | 'upload.maxBytes' | 'upload.metadata'>
  /** The address of the site's logo. */
  logo: string | undefined
  /** Origins of pictures, for the content security policy. */
  logoOrigins: readonly string[]
}

/** The first page for anonymous visitors: what this site is, a picture, and what visitors can do. */
export function landingPage(page: LandingPage): HtmlPage {
  const { preferences, baseUrl, neighbours, policy, logo } = page
  const text = messagesIn[preferences.language]
  const name = preferences.site['site.name']
  const hasOwnName = name !== plainFace['site.name']
  const lead = policy['site.welcome'] || text.landingLead
  const console = reachable(baseUrl, neighbours.console)
  const docs = relativeAddress('/', '/docs')
  const ways = [
    { title: text.toConsole, note: text.toConsoleNote, address: console },
    { title: text.toDocs, note: text.toDocsNote, address: docs },
    { title: text.toPlayground, note: text.toPlaygroundNote, address: reachable(baseUrl, neighbours.text) },
  ]
  return {
    preferences,
    title: name,
    description: lead,
    css: landingStyle,
    icon: faviconAddressFrom('/'),
    ...(logo !== undefined && { allow: { 'img-src': page.logoOrigins.join(' ') } }),
    head: (
      <>
        <meta property="og:type" content="website" />
        <meta property="og:title" content={name} />
        <meta property="og:description" content={lead} />
        {logo === undefined ? null : <meta property="og:image" content={logo} />}
      </>
    ),
    body: (
      <div class="wide">
        <Masthead preferences={preferences} />
        <main class="landing">
          <div class="welcome">
            <h1 dir="auto">{hasOwnName ? name : text.landingTitle}</h1>
            <p class="lead muted" dir="auto">
              {lead}
            </p>
            <div class="actions">
              {console === undefined ? null : (
                <a class="button" href={console}>
                  {text.signIn}
                </a>
              )}
              <a class={console === undefined ? 'button' : 'button quiet'} href={docs}>
                {text.readDocs}
              </a>
            </div>
            <Promises policy={policy} preferences={preferences} text={text} />
          </div>
          {logo === undefined ? (
            <Sample address={new URL('/i/4tKq9ZrM.jpg', baseUrl).href} title={text.hills} />
          ) : (
            <img class="logo" src={logo} alt="" />
          )}
          <section class="offers" aria-labelledby="offers">
            <h2 id="offers">{text.whatToDo}</h2>
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
          </section>
        </main>
      </div>
    ),
  }
}

/** The site's rules for every upload, from its policy. */
const Promises = (props: Pick<LandingPage, 'policy' | 'preferences'> & { text: Messages }) => {
  const { policy, preferences, text } = props
  const { language } = preferences
  const types = new Intl.ListFormat(language, { style: 'narrow' }).format(
    policy['upload.types'].map(typeName),
  )
  const size = formatBytes(policy['upload.maxBytes'], language)
  const metadata = policy['upload.metadata']
  return (
    <ul class="promises">
      {metadata === 'keep' ? null : (
        <li>
          <Icon name="shield" size={20} />
          {text.leftOut[metadata]}
        </li>
      )}
      <li>
        <Icon name="tick" size={20} />
        {text.readyToCopy}
      </li>
      <li>
        <Icon name="tick" size={20} />
        {text.accepted.replace('{types}', types).replace('{size}', size)}
      </li>
    </ul>
  )
}

/** The only picture of a site without a logo: an image with its link. */
const Sample = ({ address, title }: { address: string; title: string }) => (
  <div class="sample" aria-hidden="true">
    <svg viewBox="0 0 480 320" aria-hidden="true">
      <path class="sky" d="M0 0h480v320H0z" />
      <circle class="sun" cx="352" cy="104" r="38" />
      <path class="far" d="M0 206c60-46 104-52 158-18s96 26 152-14 112-38 170-4v150H0z" />
      <path class="middle" d="M0 246c72-42 132-40 196-12s132 26 190-4 72-24 94-16v106H0z" />
      <path class="near" d="M0 284c86-28 148-22 220-4s166 18 260-18v58H0z" />
    </svg>
    <code>{`![${title}](${address})`}</code>
  </div>
)

/** Returns an address, unless it is on the visitor's own machine and the page is not. */
function reachable(from: string, to: string): string | undefined {
  return isLoopback(to) && !isLoopback(from) ? undefined : to.replace(/\/?$/, '/')
}

const isLoopback = (address: string) =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname)

/** The styles of the first page, in addition to the shared look. */
const landingStyle = `
.landing { display: grid; grid-template-columns: minmax(0, 1fr); gap: clamp(1.75rem, 5vw, 3rem); padding-block: clamp(1.25rem, 7vh, 4.5rem) 3rem; }
.landing h1 { font-size: clamp(1.9rem, 1.3rem + 2.6vw, 3rem); letter-spacing: -0.025em; max-width: 18em; }
.landing .lead { white-space: pre-line; max-width: 36rem; margin: 0.75rem 0 0; font-size: 1.1rem; text-wrap: pretty; }
.actions { display: flex; flex-wrap: wrap; gap: 0.6rem; margin-top: 1.5rem; }
.actions .button { min-height: 2.75rem; padding-inline: 1.4rem; }
.promises { display: grid; gap: 0.6rem; margin: 1.75rem 0 0; padding: 0; list-style: none; }
.promises li { display: flex; gap: 0.6rem; line-height: 1.45; }
.promises .icon-shape { color: var(--accent); }
.landing .logo { justify-self: center; align-self: center; max-width: 100%; max-height: min(24rem, 50svh); }
.sample { position: relative; align-self: center; padding-bottom: 1.5rem; }
.sample svg { display: block; width: 100%; aspect-ratio: 3 / 2; border-radius: calc(var(--round) * 2); }
.sky { fill: var(--accent-soft); } .sun { fill: light-dark(#ffd98a, #f3cf86); }
.far { fill: color-mix(in oklab, var(--accent) 32%, var(--accent-soft)); }
.middle { fill: color-mix(in oklab, var(--accent) 62%, var(--accent-soft)); }
.near { fill: light-dark(var(--accent), color-mix(in oklab, var(--accent) 92%, #000)); }
.sample code { position: absolute; inset: auto 1.25rem 0; padding: 0.85rem 1rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; background: var(--raised); border: 1px solid var(--line); border-radius: var(--round); box-shadow: 0 8px 24px #00000026; }
.offers h2 { margin-bottom: 1rem; }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
.ways a { display: grid; gap: 0.3rem; height: 100%; align-content: start; color: var(--ink); text-decoration: none; }
.ways a:hover { border-color: var(--line-strong); }
.ways strong { font-weight: 620; color: var(--accent); }
.ways strong::after { content: " →"; }
@media (min-width: 56rem) {
  .landing { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); column-gap: clamp(2rem, 5vw, 4.5rem); }
  .offers { grid-column: 1 / -1; }
}
`
