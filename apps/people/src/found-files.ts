import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'

/** Characters of patterns in a path. */
const wildcards = /[*?[{]/

/** Whether a path is a pattern. */
export const isPattern = (path: string): boolean => wildcards.test(path)

/** Whether a path is a file or a folder; `undefined` for anything else. */
export async function kindOf(path: string): Promise<'file' | 'directory' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'directory' : 'file'
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return undefined
    throw error
  }
}

/** The files below a folder, in order, without hidden files, links and `node_modules`. */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/**
 * The files that match a pattern, in order: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for folders of any depth. Only a
 * pattern that begins with a dot matches hidden files.
 */
async function filesMatching(pattern: string): Promise<string[]> {
  const found = new Set<string>()
  for (const one of withoutBraces(pattern)) {
    const parts = one.split(process.platform === 'win32' ? /[\\/]/ : '/')
    const isAbsolute = parts[0] === '' || /^[A-Za-z]:$/.test(parts[0] ?? '')
    const root = isAbsolute ? `${parts.shift()}${sep}` : ''
    for await (const path of matchesBelow(root, parts)) found.add(path)
  }
  return [...found].toSorted()
}

async function* matchesBelow(folder: string, parts: readonly string[]): AsyncGenerator<string> {
  const [part = '', ...rest] = parts
  if (part === '**') {
    yield* matchesBelow(folder, rest)
    for (const entry of await entriesOf(folder)) {
      const isHidden = entry.name.startsWith('.') || entry.name === 'node_modules'
      if (entry.isDirectory() && !isHidden) yield* matchesBelow(join(folder, entry.name), parts)
    }
    return
  }
  if (!isPattern(part)) {
    const path = folder === '' ? part || '.' : join(folder, part)
    if (rest.length > 0) yield* matchesBelow(path, rest)
    else if ((await kindOf(path)) === 'file') yield path
    return
  }
  const matcher = matcherOf(part)
  for (const entry of await entriesOf(folder)) {
    if (!matcher.test(entry.name) || (entry.name.startsWith('.') && !part.startsWith('.'))) continue
    const path = folder === '' ? entry.name : join(folder, entry.name)
    if (rest.length === 0 ? entry.isFile() : entry.isDirectory()) {
      if (rest.length === 0) yield path
      else yield* matchesBelow(path, rest)
    }
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder === '' ? '.' : folder, { withFileTypes: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return []
    throw error
  }
}

/** Expands `a{b,c}d` to `abd` and `acd`. */
function withoutBraces(pattern: string): string[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(pattern) ?? []
  if (choices === undefined) return [pattern]
  return choices.split(',').flatMap((choice) => withoutBraces(before + choice + after))
}

function matcherOf(part: string): RegExp {
  const source = part.replace(
    /\[(!?)([^\]]{1,255})\]|[*?]|[\\^$.|+(){}[\]]/g,
    (sign, not: string, set: string) => {
      if (set !== undefined) return `[${not === '!' ? '^' : ''}${set.replace(/[\\\]^]/g, '\\$&')}]`
      return sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`
    },
  )
  return new RegExp(`^${source}$`, 'su')
}

/**
 * Finds the paths of an argument: a file, a pattern that the shell did not expand, or a folder if allowed.
 * @param takenOf selects files of a folder; without it folders are refused
 * @throws {Failure} BAD_REQUEST if nothing matches
 */
export async function pathsOf(input: string, takenOf?: (path: string) => boolean): Promise<string[]> {
  const kind = await kindOf(input)
  if (kind === 'file') return [input]
  if (kind === 'directory') {
    if (takenOf === undefined) {
      throw badRequest(message('{input} is a directory. Name its files, such as {input}/*.png.', { input }))
    }
    const paths: string[] = []
    for await (const path of filesBelow(input)) if (takenOf(path)) paths.push(path)
    if (paths.length === 0) throw badRequest(message('The folder {input} has no such file.', { input }))
    return paths
  }
  if (!isPattern(input)) throw badRequest(message('There is no file {input}.', { input }))
  const paths = await filesMatching(input)
  const taken = takenOf === undefined ? paths : paths.filter(takenOf)
  if (taken.length === 0) throw badRequest(message('No file matches {input}.', { input }))
  return taken
}
