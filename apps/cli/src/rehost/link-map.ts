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
  /** Whether an address is one that an image went to, in this run or an earlier one. */
  has(link: string): boolean
  /** Adds what it has not yet; it is durable when this resolves. */
  add(moved: readonly MovedAddress[]): Promise<void>
}

const writtenLink = /"to":("(?:[^"\\]|\\.)*")\}$/

/** Opens or begins a mapping file. Nothing is written before there is something to write. */
export async function openLinkMap(path: string): Promise<LinkMap> {
  const known = new Set(await linesOf(path))
  const links = new Set<unknown>()
  for (const line of known) {
    const link = writtenLink.exec(line)?.[1]
    if (link !== undefined) links.add(JSON.parse(link))
  }
  return {
    has: (link) => links.has(link),
    async add(moved) {
      const lines = moved.map(({ file, from, to }) => JSON.stringify({ file, from, to }))
      const added = [...new Set(lines)].filter((line) => !known.has(line))
      if (added.length === 0) return
      const file = await open(path, 'a')
      try {
        await file.write(added.map((line) => `${line}\n`).join(''))
        await file.sync()
      } finally {
        await file.close()
      }
      for (const line of added) known.add(line)
      for (const { to } of moved) links.add(to)
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
