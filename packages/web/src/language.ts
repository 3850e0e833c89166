import Negotiator from 'negotiator'

/** The languages that pages are written in. */
export const languages = ['en', 'zh-CN'] as const
/** A language of pages. */
export type Language = (typeof languages)[number]

/** The page language for an `Accept-Language` header (RFC 9110 section 12.5.4); English if none matches. */
export function negotiateLanguage(acceptLanguage: string | null): Language {
  const wanted = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '*' } }).languages()
  for (const tag of wanted) {
    if (/^zh\b/i.test(tag)) return 'zh-CN'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'en'
}
