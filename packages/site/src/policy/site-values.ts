import type { SettingControl } from '@pictoglyph/forms/setting'
import { z } from 'zod'
import { type Message, message } from '../language/message.ts'
import { deceptiveCharacter } from '../language/text-field.ts'
import type { PolicyKind } from './setting-kinds.ts'

/** One of the links in the foot of public pages. */
interface SiteLink {
  label: string
  url: string
}

const maxLinks = 8

/** How long a name of a site and a label of a link are at most, in characters. */
const maxSiteNameCharacters = 64
const maxUrlCharacters = 500
const maxWelcomeCharacters = 1_000

const shortText = z
  .string()
  .trim()
  .min(1)
  .max(maxSiteNameCharacters)
  .refine((text) => text.isWellFormed() && !deceptiveCharacter.test(text))

/** @returns the address as browsers write it; `undefined` for all but https and mailto */
function publicUrl(text: string): string | undefined {
  const url = text.trim()
  if (url.length > maxUrlCharacters || !URL.canParse(url)) return undefined
  const { protocol, href, username } = new URL(url)
  return (protocol === 'https:' && username === '') || protocol === 'mailto:' ? href : undefined
}

const url = z
  .string()
  .transform((text) => publicUrl(text) ?? '')
  .pipe(z.string().min(1))

/** A text as the schema reads it. */
const textOf = (
  schema: z.ZodType<string>,
  expected: Message,
  control: SettingControl = { as: 'line' },
): PolicyKind<string> => ({
  read: (text) => schema.safeParse(text).data,
  write: (text) => text,
  expected,
  control,
})

/** The name of the site, on one line. */
export const siteName = textOf(
  shortText,
  message('must be a text of 1 to {most} characters on one line', { most: maxSiteNameCharacters }),
)

/** The id of an image of the site, or nothing. */
export const siteLogo = textOf(
  z.string().regex(/^([0-9A-Za-z]{14})?$/),
  message('must be the id of an image, or empty'),
)

/** A few lines, or nothing. */
export const siteWelcome = textOf(
  z
    .string()
    .trim()
    .max(maxWelcomeCharacters)
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text)),
  message('must be a text of at most {most} characters', { most: maxWelcomeCharacters }),
  { as: 'lines' },
)

/** Where abuse is reported: an address of https or mailto, an e-mail address, or nothing. */
export const siteAbuse = textOf(
  z
    .string()
    .trim()
    .transform((text) => (/^[^\s@:/?]+@[^\s@:/?]+$/.test(text) ? `mailto:${text}` : text))
    .transform((text) => (text === '' ? '' : (publicUrl(text) ?? null)))
    .pipe(z.string()),
  message('must be an https or mailto address, or empty'),
)

const linkList = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text === '' ? '[]' : text)
    } catch {
      context.addIssue('no JSON')
      return z.NEVER
    }
  })
  .pipe(z.array(z.strictObject({ label: shortText, url })).max(maxLinks))

/** The links in the foot of public pages, as JSON. */
export const siteLinks: PolicyKind<readonly SiteLink[]> = {
  read: (text) => linkList.safeParse(text).data,
  write: (links) => JSON.stringify(links),
  expected: message(
    'must be a JSON array of at most {most} links such as {example}, with https or mailto addresses',
    { most: maxLinks, example: '{"label": "Imprint", "url": "https://example.org/imprint"}' },
  ),
  control: { as: 'lines' },
}
