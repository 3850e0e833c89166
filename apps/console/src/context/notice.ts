import type { Messages } from '../text/messages.ts'

export type NoticeName = keyof Messages['notice']

/** Notices for actions that changed nothing; shown neutral, not green. */
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

/** Addresses that undo an action. */
const undoPaths = [
  '/images/restore',
  '/all-images/restore',
  '/albums/restore',
  '/links/resume',
  '/settings/networks/add',
] as const

/** The result of an action, shown once on the next page. */
export interface Notice {
  name: NoticeName
  /** A number or name for the message. */
  about: string
  /** A second value, for some messages. */
  detail?: string
  undo?: { path: (typeof undoPaths)[number]; fields: [name: string, value: string][] }
  /** An image of someone else, which has no page here: the notice links to its public page. */
  imageId?: string
}

/** Encodes a notice as a cookie's value. */
export function writeNotice(notice: Notice): string {
  return Buffer.from(JSON.stringify(notice)).toString('base64url')
}

/** Decodes a notice, or `undefined` for an unknown one. */
export function readNotice(value: string | undefined, messages: Messages): Notice | undefined {
  if (value === undefined) return undefined
  try {
    const read: unknown = JSON.parse(Buffer.from(value, 'base64url').toString())
    return isNotice(read, messages) ? read : undefined
  } catch {
    // Not a cookie of ours: no notice.
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
