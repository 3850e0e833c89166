import { type Language, languages, negotiateLanguage } from '../language.ts'
import type { RequestContext } from '../request-context.ts'
import type { SiteFace } from './site-face.ts'

/** How pages are lit: by the reader's system, or as the reader has chosen. */
export const themes = ['system', 'light', 'dark'] as const
/** Light, dark, or as the system. */
export type Theme = (typeof themes)[number]

/** A reader's choice of language and appearance, and the path of the page that offers it. */
export interface PagePreferences {
  language: Language
  theme: Theme
  /** The path of the page, as it was asked for. */
  path: string
  /** What the page shows of the site. */
  site: SiteFace
  /** The query of the page, in which a choice is sent: `?lang=zh-CN`, `?theme=dark`. */
  query: URLSearchParams
}

/**
 * Reads a reader's preferences: first a choice in the address, then the cookie `language` or `theme`, then
 * `Accept-Language`.
 */
export function readPreferences(context: RequestContext): PagePreferences {
  const { pathname, searchParams } = context.target
  const cookies = new Bun.CookieMap(context.header('cookie') ?? '')
  const language = oneOf(languages, searchParams.get('lang')) ?? oneOf(languages, cookies.get('language'))
  const theme = oneOf(themes, searchParams.get('theme')) ?? oneOf(themes, cookies.get('theme'))
  return {
    language: language ?? negotiateLanguage(context.header('accept-language')),
    theme: theme ?? 'system',
    path: pathname,
    site: context.face(),
    query: searchParams,
  }
}

/** The cookies that keep a choice from the address: values of `Set-Cookie`. */
export function choiceCookies({ language, theme, query }: PagePreferences): string[] {
  const kept: string[] = []
  if (query.get('lang') === language) kept.push(choiceCookie('language', language))
  if (query.get('theme') === theme) kept.push(choiceCookie('theme', theme))
  return kept
}

/** A cookie of a year that a page's script may write too (RFC 6265). */
const choiceCookie = (name: 'language' | 'theme', value: Language | Theme): string =>
  `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`

/** The same page with another choice, as an address seen from it. */
export function addressWith({ query }: PagePreferences, name: 'lang' | 'theme', value: string): string {
  const changed = new URLSearchParams(query)
  changed.set(name, value)
  return `?${changed}`
}

const oneOf = <T extends string>(known: readonly T[], value: string | null | undefined): T | undefined =>
  known.find((one) => one === value)
