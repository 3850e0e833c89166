import type { Messages } from '../text/messages.ts'

export type NoticeName = keyof Messages['notice']

/** Of what is told, what had no effect: never in the green of success. */
export const withoutEffect: ReadonlySet<NoticeName> = new Set([
  'formLost',
  'providerFailed',
  'passkeyFailed',
  'tooManyWrong',
  'noProviderAccount',
  'factorFirst',
  'passwordFirst',
  'linkWasShown',
  'passwordWasShown',
])

/** Where an action can be taken back. */
const undoPaths = [
  '/images/restore',
  '/all-images/restore',
  '/albums/restore',
  '/links/resume',
  '/settings/networks/add',
] as const

/** What has just been done, told once on the next page. */
export interface Notice {
  name: NoticeName
  /** A number or name that stands in the sentence. */
  about: string
  /** What else stands in some of them. */
  detail?: string
  undo?: { path: (typeof undoPaths)[number]; fields: [name: string, value: string][] }
  /** An image that it is about and that has no page here, because it is someone else's: its public page is linked. */
  imageId?: string
}

/** A notice as a cookie's value. */
export function writeNotice(notice: Notice): string {
  return Buffer.from(JSON.stringify(notice)).toString('base64url')
}

/** The notice in a cookie's value, or `undefined` where it is none of ours. */
export function readNotice(value: string | undefined, messages: Messages): Notice | undefined {
  if (value === undefined) return undefined
  try {
    const read: unknown = JSON.parse(Buffer.from(value, 'base64url').toString())
    return isNotice(read, messages) ? read : undefined
  } catch {
    // A cookie that we did not write says nothing.
    return undefined
  }
}

function isNotice(read: unknown, messages: Messages): read is Notice {
  if (typeof read !== 'object' || read === null) return false
  const { name, about, detail, undo, imageId } = read as Record<string, unknown>
  if (typeof name !== 'string' || !Object.hasOwn(messages.notice, name)) return false
  if (typeof about !== 'string' || (undo !== undefined && !isUndo(undo))) return false
  if (detail !== undefined && typeof detail !== 'string') return false
  return imageId === undefined || (typeof imageId === 'string' && /^[0-9A-Za-z]{14}$/.test(imageId))
}

function isUndo(undo: unknown): boolean {
  if (typeof undo !== 'object' || undo === null) return false
  const { path, fields } = undo as Record<string, unknown>
  if (typeof path !== 'string' || !undoPaths.some((known) => known === path) || !Array.isArray(fields))
    return false
  return fields.every((pair) => Array.isArray(pair) && pair.every((part) => typeof part === 'string'))
}
