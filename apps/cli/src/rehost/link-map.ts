import { open, readFile } from 'node:fs/promises'
import { systemErrorCode } from '@pictoglyph/adapters/system-error-code'

/** An address that was replaced, and by what. */
export interface MovedAddress {
  file: string
  from: string
  to: string
}

/** The file that says where pictures went: a JSON object a line. */
export interface LinkMap {
  /** Adds what it has not yet; it is durable when this resolves. */
  add(moved: readonly MovedAddress[]): Promise<void>
}

/** Opens or begins a mapping file. Nothing is written before there is something to write. */
export async function openLinkMap(path: string): Promise<LinkMap> {
  const known = new Set((await linesOf(path)).filter((line) => line !== ''))
  return {
    async add(moved) {
      const lines = moved.map(({ file, from, to }) => JSON.stringify({ file, from, to }))
      const added = new Set(lines.filter((line) => !known.has(line)))
      if (added.size === 0) return
      const file = await open(path, 'a')
      try {
        await file.write(Array.from(added, (line) => `${line}\n`).join(''))
        await file.sync()
      } finally {
        await file.close()
      }
      for (const line of added) known.add(line)
    },
  }
}

async function linesOf(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}
