/** Reverses what chats, converters and addresses do to symbols. Only the reader of pasted messages uses it. */

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  tilde: '~',
  sim: '~',
}

/** The names that chats write in place of the symbols of the set of cats. */
const emojiNames: Readonly<Record<string, string>> = {
  smiley_cat: '😺',
  smile_cat: '😸',
  heart_eyes_cat: '😻',
  smirk_cat: '😼',
}

const maxCodePoint = 0x10ffff

const character = (digits: string, radix: number): string | undefined => {
  const codePoint = Number.parseInt(digits, radix)
  return codePoint <= maxCodePoint ? String.fromCodePoint(codePoint) : undefined
}

/**
 * Removes `<br>` from a message, and decodes `%E5%97%B7`, `&#126;`, `\uXXXX`, `\~` and `:smile_cat:`. Invalid codes
 * stay.
 */
export function undoMarkup(message: string): string {
  return message
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/(?:%[\da-f]{2})+/gi, decodePercent)
    .replaceAll(/&#x([\da-f]{1,6});/gi, (written, digits: string) => character(digits, 16) ?? written)
    .replaceAll(/&#(\d{1,7});/g, (written, digits: string) => character(digits, 10) ?? written)
    .replaceAll(/&(\w+);/g, (written, name: string) => namedEntities[name.toLowerCase()] ?? written)
    .replaceAll(/\\u\{?([\da-f]{4,6})\}?/gi, (written, digits: string) => character(digits, 16) ?? written)
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/:(\w+):/g, (written, name: string) => emojiNames[name] ?? written)
}

function decodePercent(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
