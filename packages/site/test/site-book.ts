import { Database } from 'bun:sqlite'
import { Failure, toldOf } from '../src/language/failure.ts'
import { parsedJson } from '../src/language/parsed-json.ts'

/** What steps on a site did to its rows, and how they were answered, for a recorded test. */
interface SiteBook {
  readonly lines: readonly string[]
  /**
   * Carries out a step, and notes its answer or refusal and the rows that it changed.
   * @param shown the part of the answer to note; by default all of it
   * @returns the answer
   */
  step<T>(name: string, work: () => Promise<T> | T, shown?: (answer: T) => unknown): Promise<T | undefined>
  /** Carries out a step of very many rows, and notes its answer alone. */
  sum(name: string, work: () => Promise<unknown>): Promise<void>
  /** Gives a secret or a random text a name in the book. */
  name(text: string, name: string): void
}

type Row = Record<string, string | number | null>

const hourMs = 60 * 60 * 1000
const units: readonly [string, number][] = [
  ['d', 24 * hourMs],
  ['h', hourMs],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
]

/** Texts that differ from run to run, with the word that stands for them. */
const random: readonly [RegExp, string][] = [
  [/\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$[\w+/]+\$[\w+/]+/g, 'hash'],
  [/\b[0-9a-f]{64}\b/g, 'sha'],
  [/\bpgl_\w{33}\b/g, 'key'],
  [/\b[0-9A-Za-z]{43}\b/g, 'token'],
  [/\b(?:[a-z2-9]{6}-){3}[a-z2-9]{6}\b/g, 'code'],
  [/\bdeleted [0-9a-zA-Z]{12}\b/g, 'deleted'],
  [/\bperson-[0-9a-zA-Z]{8}\b/g, 'person'],
]

/**
 * Opens a book of a site’s rows. Times are written from `startMs` on.
 * @param isFromNothing whether the rows that are there already are noted
 */
export async function openSiteBook(
  databasePath: string,
  startMs: number,
  isFromNothing = false,
): Promise<SiteBook & Disposable> {
  const outside = new Database(databasePath, { readonly: true })
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const lines: string[] = []
  let before = new Map<string, Row>()

  function nameOf(text: string, kind: string): string {
    const known = names.get(text)
    if (known !== undefined) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    names.set(text, `${kind}#${count}`)
    return `${kind}#${count}`
  }

  function plain(text: string): string {
    const ids = text.replace(/[0-9A-Za-z]{14,}/g, (word) => names.get(word) ?? word)
    const named = random.reduce((said, [form, kind]) => said.replace(form, (one) => nameOf(one, kind)), ids)
    const timed = named.replace(/\b1[78]\d{11}\b/g, (ms) => sinceStart(Number(ms) - startMs))
    const short = timed.replace(/(.)\1{19,}/gu, (run, one) => `${one}×${[...run].length}`)
    return short.replace(/[\r\n]/g, (end) => JSON.stringify(end).slice(1, -1))
  }

  function rowsNow(): Map<string, Row> {
    const tables = outside
      .query<{ name: string }, []>(
        `SELECT name FROM sqlite_master WHERE type = 'table'
         AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'image_grams%'
         AND name <> 'schema_versions' ORDER BY name`,
      )
      .all()
    const rows = tables.flatMap(({ name: table }) => {
      const columns = outside.query<{ name: string; pk: number }, []>(`PRAGMA table_info(${table})`).all()
      const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
      return outside
        .query<Row, []>(`SELECT * FROM ${table}`)
        .all()
        .map((row) => ({ table, keys, row }))
    })
    for (const { table, row } of rows) {
      if (/^[0-9A-Za-z]{14}$/.test(String(row.id))) nameOf(String(row.id), table)
    }
    return new Map(
      rows.map(({ table, keys, row }) => [`${table} ${keys.map((key) => row[key]).join(' ')}`, row]),
    )
  }

  function changes(): string[] {
    const after = rowsNow()
    const gone = [...before.keys()].filter((key) => !after.has(key)).map((key) => `- ${plain(key)}`)
    const changed = [...after].flatMap(([key, row]) => {
      const old = before.get(key)
      if (old === undefined) return [`+ ${plain(written(key, row))}`]
      const columns = Object.keys(row).filter((column) => row[column] !== old[column])
      if (columns.length === 0) return []
      return [`~ ${plain(`${key}: ${columns.map((one) => `${one} ${old[one]} → ${row[one]}`).join(', ')}`)}`]
    })
    before = after
    return [...gone.sort(), ...changed.sort()]
  }

  function refusal(error: unknown): string[] {
    if (!(error instanceof Failure)) throw error
    const { code, ...given } = error.facts
    // The words hold what the reason says.
    const facts = Object.entries(given).filter(([fact]) => fact !== 'reason' && fact !== 'what')
    const words = [error.message, Object.values(toldOf(error.facts, 'zh-CN')).join('')]
    return [
      `! ${code} ${facts.map(([fact, value]) => `${fact} ${JSON.stringify(value)}`).join(', ')}`.trimEnd(),
      ...words.map((line) => `  ${line}`),
    ].map(plain)
  }

  const book: SiteBook & Disposable = {
    lines,
    async step(name, work, shown = (answer) => answer) {
      lines.push(`# ${name}`)
      try {
        const answer = await work()
        const rows = changes()
        const noted = JSON.stringify(shown(answer))
        if (noted !== undefined) lines.push(`= ${plain(noted)}`)
        lines.push(...rows)
        return answer
      } catch (error) {
        lines.push(...refusal(error), ...changes())
        return undefined
      }
    },
    async sum(name, work) {
      lines.push(`# ${name}`, `= ${plain(JSON.stringify(await work()))}`)
      changes()
    },
    name: (text, name) => void names.set(text, name),
    [Symbol.dispose]: () => outside.close(),
  }
  if (isFromNothing) await book.step('a new site', () => undefined)
  else changes()
  return book
}

function sinceStart(ms: number): string {
  let rest = Math.abs(ms)
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return count === 0 ? [] : [`${count}${unit}`]
  })
  return `T${ms < 0 ? '-' : '+'}${parts.join(' ') || '0'}`
}

function written(key: string, row: Row): string {
  if (key.startsWith('audit_entries')) {
    const { actor, address, action, subject, before_json, after_json, at_ms } = row
    const values = [before_json, after_json].map((json) => JSON.stringify(parsedJson(String(json))))
    return `audit at ${at_ms}: ${actor} (${address}) ${action} ${subject}: ${values.join(' → ')}`
  }
  const set = Object.entries(row).filter(([, value]) => value !== null)
  return `${key.split(' ')[0]}: ${set.map(([column, value]) => `${column} ${value}`).join(', ')}`
}
