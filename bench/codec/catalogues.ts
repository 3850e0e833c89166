/** The translated messages of the programs of this machine: gettext's catalogues, which are in nearly every language. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each translated message of a language once, in the order of the catalogues' names. */
export function translatedMessages(language: string, folder = '/usr/share/locale'): string[] {
  const catalogues = join(folder, language, 'LC_MESSAGES')
  const messages = new Set<string>()
  for (const name of readdirSync(catalogues)
    .filter((file) => file.endsWith('.mo'))
    .sort()) {
    for (const message of messagesOf(readFileSync(join(catalogues, name)))) messages.add(message)
  }
  return [...messages]
}

/** The translations in a catalogue as the manual of gettext describes it, "The Format of GNU MO Files". */
function messagesOf(bytes: Buffer): string[] {
  const word = (at: number) => bytes.readUInt32LE(at)
  if (word(0) !== 0x950412de) return []
  const [count, translations] = [word(8), word(16)]
  return Array.from({ length: count }, (_, i) => {
    const [length, start] = [word(translations + 8 * i), word(translations + 8 * i + 4)]
    return bytes.toString('utf8', start, start + length)
  })
    .slice(1)
    .flatMap((message) => message.split('\0'))
    .map((message) => message.trim())
    .filter((message) => message.length > 1 && !message.includes('\ufffd'))
}
