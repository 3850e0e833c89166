import { type Language, languages, negotiateLanguage } from '../language.ts'
import type { RequestContext } from '../request-context.ts'
import type { SiteFace } from './site-face.ts'

/** Themes of pages: as the system, or as the visitor has chosen. */
export const themes = ['system', 'light', 'dark'] as const
/** One of {@link themes}. */
export type Theme = (typeof themes)[number]

/** A visitor's choice of language and theme, and the path of the page that offers it. */
export interface PagePreferences {
  language: Language
  theme: Theme
  /** The requested path of the page. */
  path: string
  /** The site's name and links. */
  site: SiteFace
  /** The query of the page; a choice is part of it: `?lang=zh-CN`, `?theme=dark`. */
  query: URLSearchParams
}

/**
 * Reads a visitor's preferences: first a choice in the address, then the cookie `language` or `theme`, then
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

/** The cookies that store a choice from the address: values of `Set-Cookie`. */
export function choiceCookies({ language, theme, query }: PagePreferences): string[] {
  const kept: string[] = []
  if (query.get('lang') === language) kept.push(choiceCookie('language', language))
  if (query.get('theme') === theme) kept.push(choiceCookie('theme', theme))
  return kept
}

/** How long a visitor's choice is stored. */
export const preferenceSeconds = 365 * 24 * 60 * 60

/** Scripts may write the cookie too (RFC 6265). */
const choiceCookie = (name: 'language' | 'theme', value: Language | Theme): string =>
  `${name}=${value}; Path=/; Max-Age=${preferenceSeconds}; SameSite=Lax`

/** The relative address of the same page with another choice. */
export function addressWith({ query }: PagePreferences, name: 'lang' | 'theme', value: string): string {
  const changed = new URLSearchParams(query)
  changed.set(name, value)
  return `?${changed}`
}

const oneOf = <T extends string>(known: readonly T[], value: string | null | undefined): T | undefined =>
  known.find((one) => one === value)
