import type { MediaType } from '@pictoglyph/media/media-type'
import type { Image } from '../language/records.ts'
import { extensionOf } from './image-addresses.ts'

const maxNameCharacters = 80

/** Turns a text into a valid name of a file or folder on any system; '' if nothing is left. */
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

/** The accepted file name endings of each type. */
const endingsOf: Readonly<Record<MediaType, RegExp>> = {
  'image/jpeg': /\.(?:jpe?g|jpe|jfif)$/i,
  'image/png': /\.png$/i,
  'image/gif': /\.gif$/i,
  'image/webp': /\.webp$/i,
  'image/avif': /\.avif$/i,
  'image/svg+xml': /\.svg$/i,
}

/** The file name for a download, valid on any system: the original name, else the title, else the id. */
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
 * Creates a function that gives each file a unique name: titles repeat, and many systems ignore case. It remembers the
 * next number of each title, so that the work stays linear.
 * @param taken names that must not be used
 */
export function createFreeNames(taken: Iterable<string> = []): (wanted: string) => string {
  /** Taken names in lower case, each with its next number. */
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
