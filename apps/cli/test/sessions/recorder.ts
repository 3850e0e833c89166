import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment } from '../command.ts'

const runner = fileURLToPath(new URL('./runner.ts', import.meta.url))
const ended = '\u001e'

/** Text that differs at each run, and its name in the record. */
type Named = [value: string, name: string]

/** Sessions of the command in one folder, as lines that are the same at each run. */
export interface SessionRecorder extends AsyncDisposable {
  /** The lines since the last call. */
  take(): string[]
  /**
   * Runs each line as words of the command, behind variables of its environment; `{NAME}` is what was named so.
   * `NAME = WORDS` names the `id` in the JSON on standard output, and each secret there as `NAME.key`, `NAME.password`
   * and `NAME.link`. Images have the names of their owners and titles.
   */
  run(sessions: string | readonly string[]): Promise<void>
  /** Records the files below a folder with their sizes, and the text of those that people read. */
  files(folder: string): Promise<void>
  /** Records the entries of the audit log in a SQLite file since the last call. */
  audit(database: string): void
  name(value: string, name: string): void
}

interface AuditRow {
  id: number
  actor: string
  action: string
  subject: string
  before_json: string
  after_json: string
}

/** Milliseconds since the epoch of these years. */
const withoutTimes = (line: string): string => line.replace(/\b[12]\d{12}\b/g, 'MS')

export async function recordSessions(
  folder: string,
  variables: Record<string, string>,
): Promise<SessionRecorder> {
  const lines: string[] = []
  const named: Named[] = [[folder, '{folder}']]
  let unnamed = 0
  let told = 0
  let heard = Promise.withResolvers<unknown>()
  const child = Bun.spawn([process.execPath, '--no-env-file', '--config=/dev/null', runner], {
    cwd: folder,
    env: cleanEnvironment(variables),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ipc: (message) => heard.resolve(message),
    onExit: () => heard.reject(new Error('the runner ended')),
  })
  const out = readParts(child.stdout)
  const err = readParts(child.stderr)
  await heard.promise

  const normal = (text: string): string =>
    named
      .toSorted(([one], [other]) => other.length - one.length)
      .reduce((written, [value, name]) => written.replaceAll(value, name), text)
      .replace(/\d{4}-\d\d-\d\d(T\d\d[:-]\d\d[:-]\d\d\.\d{3}Z)?/g, distance)
      .replace(/"password":"\w{20}"/g, '"password":"(20 characters)"')
      .replace(/pgl_\w{33}/g, 'pgl_(33 characters)')
      .replace(/invitation\/\w{43}/g, 'invitation/(43 characters)')
      .replace(/"sha256": "\w{64}"/g, '"sha256": "(64 digits)"')
      .replace(/("rowsBytes":|rowsBytes +|"sizeBytes": )\d+/g, '$1N')

  async function session(line: string): Promise<void> {
    const [, name, written = line] = /^(\w+) = (.*)$/.exec(line) ?? []
    const given = written.replace(/\{[^{}]+\}/g, (of) => named.find(([, known]) => known === of)?.[0] ?? of)
    const words = given.match(/'[^']*'|"[^"]*"|\S+/g) ?? []
    heard = Promise.withResolvers()
    child.send(words.map((word) => word.replace(/^(['"])(.*)\1$/s, '$2')))
    const code = await heard.promise
    const [printed, remarked] = [await out(), await err()]
    if (name !== undefined) named.push(...secretsIn(printed, name))
    for (const [id, title] of idsIn(printed)) {
      if (!named.some(([value]) => value === id)) named.push([id, `{${title ?? ++unnamed}}`])
    }
    const others = remarked.replace(/^This was run as root, .*\n/m, '')
    lines.push(`$ ${line}`, ...linesOf(normal(printed)), ...linesOf(normal(others), '! '))
    if (code !== 0) lines.push(`= ${code}`)
  }

  return {
    take: () => lines.splice(0),
    async run(sessions) {
      const all = typeof sessions === 'string' ? sessions.split('\n').map((line) => line.trim()) : sessions
      for (const line of all) if (line !== '' || typeof sessions !== 'string') await session(line.trim())
    },
    async files(below) {
      lines.push(existsSync(join(folder, below)) ? `> ${below}` : `> ${below} is not there`)
      if (!existsSync(join(folder, below))) return
      const found = await readdir(join(folder, below), { recursive: true, withFileTypes: true })
      const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      for (const path of paths.toSorted()) {
        const shown = normal(path.slice(join(folder, below).length + 1))
        const isText = /\.(html|jsonl|json|conf)$|\/(_redirects|Caddyfile)$/.test(path)
        lines.push(`  ${shown}${/\.db/.test(path) ? '' : ` ${Bun.file(path).size}`}`)
        const shownText = isText ? linesOf(normal(await Bun.file(path).text()), '  | ') : []
        // Redirects are sorted by addresses, which have ids in them.
        const isSorted = below.endsWith('redirects') || below === 'moved'
        lines.push(...(isSorted ? shownText.toSorted() : shownText))
      }
    },
    audit(database) {
      using rows = new Database(join(folder, database), { readonly: true })
      const entries = rows.query<AuditRow, [number]>('SELECT * FROM audit_entries WHERE id > ? ORDER BY id')
      lines.push('> audit log')
      for (const { id, actor, action, subject, before_json, after_json } of entries.all(told)) {
        told = id
        lines.push(normal(withoutTimes(`  ${actor} ${action} ${subject} ${before_json} ${after_json}`)))
      }
    },
    name: (value, name) => void named.push([value, name]),
    async [Symbol.asyncDispose]() {
      // A command may have left a listener for the gentler signals.
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** A time or day of these years by its distance from now. */
function distance(written: string): string {
  const isDay = written.length === 10
  const atMs = Date.parse(written.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
  const awayMs = atMs - Date.now()
  if (Math.abs(awayMs) > 500 * dayMs) return written
  if (isDay) return `DAY${signed(Math.ceil(awayMs / dayMs))}`
  const hours = Math.round(awayMs / hourMs)
  return hours % 24 === 0 ? `NOW${signed(hours / 24, 'd')}` : `NOW${signed(hours, 'h')}`
}

const signed = (count: number, unit = ''): string =>
  count === 0 ? '' : `${count > 0 ? '+' : ''}${count}${unit}`

/** A function that returns the next part of a stream, up to the sign of its end. */
function readParts(stream: ReadableStream<Uint8Array>): () => Promise<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  return async () => {
    while (!text.includes(ended)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`the runner ended after:\n${text}`)
      text += decoder.decode(value, { stream: true })
    }
    const [part = '', ...rest] = text.split(ended)
    text = rest.join(ended)
    return part
  }
}

function secretsIn(printed: string, name: string): Named[] {
  const [{ id, ...more } = {}] = rowsIn(printed)
  const secrets = ['key', 'password', 'link'].filter((of) => typeof more[of] === 'string')
  return [
    ...(typeof id === 'string' ? ([[id, `{${name}}`]] satisfies Named[]) : []),
    ...secrets.map((of): Named => [String(more[of]), `{${name}.${of}}`]),
  ]
}

/** The ids in JSON or a table, those of images with their titles. */
function idsIn(printed: string): [id: string, title?: string][] {
  if (printed.startsWith('ID ')) return [...printed.matchAll(/^(\w{14}) /gm)].map(([, id = '']) => [id])
  return rowsIn(printed).flatMap(({ id, owner, title, ids = [id] }): [string, string?][] =>
    [ids]
      .flat()
      .map(String)
      .filter((one) => /^\w{14}$/.test(one))
      .map((one) => (title === undefined ? [one] : [one, `${owner} ${title}`])),
  )
}

function rowsIn(printed: string): Record<string, unknown>[] {
  const [json = ''] = printed.split('\n')
  return /^(\{.*\}|\[.*\])$/.test(json) ? [JSON.parse(json)].flat() : []
}

/** Lines, each of them short: the elements of an array in JSON stand in lines of their own. */
function linesOf(text: string, before = ''): string[] {
  if (text === '') return []
  const lines = text.replace(/\n$/, '').replaceAll('},{', '},\n {').split('\n')
  return lines.map((line) => `${before}${line}`.trimEnd())
}
