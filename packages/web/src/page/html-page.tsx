/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Language } from '../language.ts'
import { choiceCookies, type PagePreferences, type Theme } from './preferences.ts'
import { sharedStyle } from './shared-style.ts'
import { type SiteFace, titleWith } from './site-face.ts'
import { SiteFoot } from './site-foot.tsx'

/** The parts of a page. */
export interface HtmlPage {
  /** The page's language, for `<html lang>` and `Content-Language`, and its theme. */
  preferences: PagePreferences
  title: string
  /** One sentence for search engines and previews. */
  description?: string | undefined
  /** CSS of this page, after {@link sharedStyle}. Constant text of ours: it is not escaped, and is hashed. */
  css?: string
  /** Addresses of module scripts on this service; any of them allows `script-src 'self'`. */
  scripts?: readonly string[]
  /** Address of the page's icon, an SVG on this service; it allows `img-src 'self'`. */
  icon?: string
  /** More of the head, as JSX: `<meta property="og:title" … />`. */
  head?: Child
  /** The page itself, as JSX, which escapes strings. Components must not be asynchronous. */
  body: Child
  /** Sources in addition to the page's own style: `{ 'img-src': "'self'" }`. */
  allow?: PolicyDirectives
  status?: number
  headers?: Readonly<Record<string, string>>
}

/**
 * Answers with a whole page in the shared look. Its policy allows only its own style, the named scripts and the sources
 * in `allow`.
 *
 * ```tsx
 * return htmlPage({ preferences, title: image.title, css: '.picture { … }', allow: { 'img-src': "'self'" },
 *   head: <meta property="og:title" content={image.title} />, body: <main class="wide">…</main> })
 * ```
 */
export function htmlPage(page: HtmlPage): Response {
  const { html, headers } = renderPage(page)
  const answer = new Response(html, { status: page.status ?? 200, headers })
  for (const choice of choiceCookies(page.preferences)) answer.headers.append('Set-Cookie', choice)
  return answer
}

/** The text and the headers of {@link htmlPage}, without the cookies of a visitor's choice. */
export function renderPage(page: HtmlPage): { html: string; headers: Record<string, string> } {
  const { preferences } = page
  const css = sharedStyle + (page.css ?? '')
  const scripts = page.scripts ?? []
  const shell = (
    <PageShell {...page} {...preferences} css={css} scripts={scripts}>
      {page.body}
      <SiteFoot preferences={preferences} />
    </PageShell>
  )
  const policy = {
    'style-src': styleHash(css),
    ...(scripts.length === 0 ? {} : { 'script-src': "'self'" }),
    ...(page.icon === undefined ? {} : { 'img-src': "'self'" }),
    ...page.allow,
  }
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': preferences.language,
    'Content-Security-Policy': contentSecurityPolicy(policy),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Language, Cookie',
    ...page.headers,
  }
  return { html: `<!doctype html>${shell.toString()}`, headers }
}

const styleHashes = new Map<string, string>()

function styleHash(css: string): string {
  const known = styleHashes.get(css)
  if (known !== undefined) return known
  const hash = sourceHash(css)
  styleHashes.set(css, hash)
  return hash
}

/** Directives and their sources, as in the header: `{ 'connect-src': "'self'" }`. */
type PolicyDirectives = Readonly<Record<string, string>>

const strictest: PolicyDirectives = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** A Content-Security-Policy (CSP Level 3) that allows only `directives`. */
function contentSecurityPolicy(directives: PolicyDirectives): string {
  const all = Object.entries({ ...strictest, ...directives })
  return all.map(([name, sources]) => `${name} ${sources}`).join('; ')
}

/** The source expression that allows exactly this inline style or script (CSP Level 3, section 2.3.1). */
export function sourceHash(text: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`
}

/** The parts of a page's frame. */
interface PageShellProps {
  language: Language
  theme: Theme
  site: SiteFace
  title: string
  description?: string | undefined
  /** All CSS of the page: text of ours, not escaped. */
  css: string
  /** Addresses of our module scripts. */
  scripts: readonly string[]
  /** Address of the page's icon, an SVG. */
  icon?: string | undefined
  /** More of the head: links and `<meta>`, such as Open Graph. */
  head?: Child
  children?: Child
}

/** The frame of every page: language, title, viewport, style, scripts. Use it through {@link htmlPage}. */
const PageShell = ({
  language,
  theme,
  site,
  title,
  description,
  css,
  scripts,
  icon,
  head,
  children,
}: PageShellProps) => (
  <html lang={language} data-theme={theme}>
    <head>
      <meta charset="utf-8" />
      <title>{titleWith(title, site['site.name'])}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {description === undefined ? null : <meta name="description" content={description} />}
      <style dangerouslySetInnerHTML={{ __html: css }} />
      {scripts.map((source) => (
        <script type="module" src={source} />
      ))}
      {icon === undefined ? null : <link rel="icon" type="image/svg+xml" href={icon} />}
      <meta property="og:site_name" content={site['site.name']} />
      {site['site.robots'] === 'index' ? null : <meta name="robots" content="noindex" />}
      {head}
    </head>
    <body>{children}</body>
  </html>
)
