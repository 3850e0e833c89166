import type { SettingControl } from '@pictoglyph/forms/setting'
import { type Message, message } from '../language/message.ts'
import { parsedJson } from '../language/parsed-json.ts'
import { deceptiveCharacter } from '../language/text-field.ts'
import type { PolicyKind } from './setting-kinds.ts'

/** A link in the footer of public pages. */
interface SiteLink {
  label: string
  url: string
}

const maxLinks = 8

/** Maximum length of a site's name and of a link's label, in characters. */
const maxSiteNameCharacters = 64
const maxUrlCharacters = 500
const maxWelcomeCharacters = 1_000

function shortText(given: string): string | undefined {
  const text = given.trim()
  if (text === '' || text.length > maxSiteNameCharacters) return undefined
  return text.isWellFormed() && !deceptiveCharacter.test(text) ? text : undefined
}

/** @returns the address in the form of browsers; `undefined` unless it is https or mailto */
function publicUrl(text: string): string | undefined {
  const url = text.trim()
  if (url.length > maxUrlCharacters || !URL.canParse(url)) return undefined
  const { protocol, href, username } = new URL(url)
  return (protocol === 'https:' && username === '') || protocol === 'mailto:' ? href : undefined
}

/** A kind of setting whose value is the text itself. */
const textOf = (
  read: (given: string) => string | undefined,
  expected: Message,
  control: SettingControl = { as: 'line' },
): PolicyKind<string> => ({ read, write: (text) => text, expected, control })

/** The name of the site, on one line. */
export const siteName = textOf(
  shortText,
  message('must be a text of 1 to {most} characters on one line', { most: maxSiteNameCharacters }),
)

/** The id of an image of the site, or empty. */
export const siteLogo = textOf(
  (text) => (/^([0-9A-Za-z]{14})?$/.test(text) ? text : undefined),
  message('must be the id of an image, or empty'),
)

/** A few lines, or empty. */
export const siteWelcome = textOf(
  (given) => {
    const text = given.trim()
    if (text.length > maxWelcomeCharacters) return undefined
    return text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text) ? text : undefined
  },
  message('must be a text of at most {most} characters', { most: maxWelcomeCharacters }),
  { as: 'lines' },
)

/** Contact for reports of abuse: an address of https or mailto, an e-mail address, or empty. */
export const siteAbuse = textOf((given) => {
  const text = given.trim()
  if (text === '') return text
  return publicUrl(/^[^\s@:/?]+@[^\s@:/?]+$/.test(text) ? `mailto:${text}` : text)
}, message('must be an https or mailto address, or empty'))

/** The links in the footer of public pages, as JSON. */
export const siteLinks: PolicyKind<readonly SiteLink[]> = {
  read: (text) => {
    const given = text === '' ? [] : parsedJson(text)
    if (!Array.isArray(given) || given.length > maxLinks) return undefined
    const links = given.flatMap((one: unknown) => readLink(one) ?? [])
    return links.length === given.length ? links : undefined
  },
  write: (links) => JSON.stringify(links),
  expected: message(
    'must be a JSON array of at most {most} links such as {example}, with https or mailto addresses',
    { most: maxLinks, example: '{"label": "Imprint", "url": "https://example.org/imprint"}' },
  ),
  control: { as: 'lines' },
}

function readLink(given: unknown): SiteLink | undefined {
  const fields = new Map<string, unknown>(Object.entries(given ?? {}))
  const [label, url] = [fields.get('label'), fields.get('url')]
  if (fields.size !== 2 || typeof label !== 'string' || typeof url !== 'string') return undefined
  const [readLabel, readUrl] = [shortText(label), publicUrl(url)]
  return readLabel === undefined || readUrl === undefined ? undefined : { label: readLabel, url: readUrl }
}
