import type { MediaType } from '@pictoglyph/media/media-type'
import type { Image } from '../language/records.ts'
import { extensionOf } from './image-addresses.ts'

const maxNameCharacters = 80

/** A text as the name of a file or folder on any system; '' if nothing of it can stand in one. */
export function safeName(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return [...plain]
    .slice(0, maxNameCharacters)
    .join('')
    .replace(/(?<![. ])[. ]+$/, '')
}

/** What a file of this type may end in. */
const endingsOf: Readonly<Record<MediaType, RegExp>> = {
  'image/jpeg': /\.(?:jpe?g|jpe|jfif)$/i,
  'image/png': /\.png$/i,
  'image/gif': /\.gif$/i,
  'image/webp': /\.webp$/i,
  'image/avif': /\.avif$/i,
  'image/svg+xml': /\.svg$/i,
}

/** The name that the file was sent with, else the title, as a file's name on any system; or the id. */
export function downloadName({
  id,
  title,
  fileName,
  file,
}: Pick<Image, 'id' | 'title' | 'fileName' | 'file'>): string {
  const wanted = fileName || title
  const [ending = `.${extensionOf[file.type]}`] = endingsOf[file.type].exec(wanted) ?? []
  return `${safeName(wanted.replace(endingsOf[file.type], '')) || id}${ending}`
}

/**
 * Names files, each differently: two images may have one title, and on many systems capitals make no difference. It
 * goes on counting where it was for the title, so that the work grows as the number of files does.
 * @param taken names that are given to none
 */
export function createFreeNames(taken: Iterable<string> = []): (wanted: string) => string {
  /** The lower-case names that are taken, with the number that the next one of that title has. */
  const nextNumbers = new Map<string, number>()
  for (const name of taken) nextNumbers.set(name.toLowerCase(), 2)
  return (wanted) => {
    const key = wanted.toLowerCase()
    let number = nextNumbers.get(key)
    if (number === undefined) {
      nextNumbers.set(key, 2)
      return wanted
    }
    const dot = wanted.lastIndexOf('.')
    const nameOf = (count: number) => `${wanted.slice(0, dot)} (${count})${wanted.slice(dot)}`
    while (nextNumbers.has(nameOf(number).toLowerCase())) number += 1
    nextNumbers.set(key, number + 1)
    nextNumbers.set(nameOf(number).toLowerCase(), 2)
    return nameOf(number)
  }
}
