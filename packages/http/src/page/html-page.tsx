/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { contentSecurityPolicy, type PolicyDirectives, sourceHash } from './content-security-policy.ts'
import { PageShell } from './page-shell.tsx'
import { choiceCookies, type PagePreferences } from './preferences.ts'
import { sharedStyle } from './shared-style.ts'

/** The parts of a page. */
export interface HtmlPage {
  /** The page's language, for `<html lang>` and `Content-Language`, and how it is lit. */
  preferences: PagePreferences
  title: string
  /** One sentence for search engines and previews. */
  description?: string | undefined
  /** CSS of this page, after {@link sharedStyle}. Constant text of ours: it is written unescaped and hashed. */
  css?: string
  /** Addresses of module scripts on this service; if there are any, `script-src 'self'` is allowed. */
  scripts?: readonly string[]
  /** Address of the page's icon, an SVG on this service; if there is one, `img-src 'self'` is allowed. */
  icon?: string
  /** More of the head, as JSX: `<meta property="og:title" … />`. */
  head?: Child
  /** The page itself, as JSX: strings in it are escaped. Components must not be asynchronous. */
  body: Child
  /** What the page may load in addition to its style: `{ 'img-src': "'self'" }`. */
  allow?: PolicyDirectives
  status?: number
  headers?: Readonly<Record<string, string>>
}

/**
 * A whole page in the shared look as an answer, under a policy that lets it load its own style, the named
 * scripts and what `allow` says, and nothing else.
 *
 * ```tsx
 * return htmlPage({ preferences, title: image.title, css: '.picture { … }', allow: { 'img-src': "'self'" },
 *   head: <meta property="og:title" content={image.title} />, body: <main class="wide">…</main> })
 * ```
 */
export function htmlPage(page: HtmlPage): Response {
  const { preferences } = page
  const css = sharedStyle + (page.css ?? '')
  const scripts = page.scripts ?? []
  const shell = (
    <PageShell {...page} {...preferences} css={css} scripts={scripts}>
      {page.body}
    </PageShell>
  )
  const policy = {
    'style-src': styleHash(css),
    ...(scripts.length === 0 ? {} : { 'script-src': "'self'" }),
    ...(page.icon === undefined ? {} : { 'img-src': "'self'" }),
    ...page.allow,
  }
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': preferences.language,
    'Content-Security-Policy': contentSecurityPolicy(policy),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Language, Cookie',
    ...page.headers,
  })
  for (const choice of choiceCookies(preferences)) headers.append('Set-Cookie', choice)
  return new Response(`<!doctype html>${shell.toString()}`, { status: page.status ?? 200, headers })
}

const styleHashes = new Map<string, string>()

function styleHash(css: string): string {
  const known = styleHashes.get(css)
  if (known !== undefined) return known
  const hash = sourceHash(css)
  styleHashes.set(css, hash)
  return hash
}
