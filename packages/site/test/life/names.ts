import type { SqlValue } from '../../src/rows/engine.ts'

/** What rows of a table are called. */
const called: Record<string, string> = {
  users: 'user',
  api_keys: 'key',
  albums: 'album',
  categories: 'category',
  charsets: 'charset',
  presets: 'preset',
  images: 'image',
  reports: 'report',
  site_facts: 'site',
}

/** Random ids, hashes and addresses of pages. */
const random = /\b(?:[0-9a-f]{64}|[0-9A-Za-z]{22}|[0-9A-Za-z]{14})\b/g

/** Names in place of what is random, and of times. */
export interface Names {
  /** Names the random values of a new row. */
  learn(table: string, row: ReadonlyMap<string, SqlValue>): void
  /** A text with names in place of random ids. Hashes get theirs at the first sight. */
  within(text: string): string
  /** A value of a column or field. */
  shown(name: string, value: unknown): string
  /** In the order of texts, whatever random ids they have. */
  inOrder<T>(items: readonly T[], textOf: (item: T) => string): T[]
}

/** @param startMs the time from which others are shown, in minutes */
export function createNames(startMs: number): Names {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const name = (value: string, kind: string): string => {
    const count = 1 + (counts.get(kind) ?? 0)
    counts.set(kind, count)
    names.set(value, `${kind}${count}`)
    return `${kind}${count}`
  }
  const within = (text: string) =>
    text.replace(
      random,
      (value) => names.get(value) ?? (/^[0-9a-f]{64}$/.test(value) ? name(value, 'sha') : value),
    )

  function shown(field: string, value: unknown): string {
    if (value === null || value === undefined) return '–'
    if (typeof value === 'number') return /_ms$|Ms$/.test(field) ? timeOf(value) : String(value)
    if (typeof value !== 'object') return value === '' ? "''" : within(String(value)).replaceAll('\n', ' ⏎ ')
    if (value instanceof Map) return shown(field, Object.fromEntries(value))
    if (Array.isArray(value)) return `[${value.map((one) => shown(field, one)).join(', ')}]`
    const fields = Object.entries(value)
      .toSorted()
      .filter(([of, one]) => !hidden.has(of) && !isNothing(one))
    return `{${fields.map(([of, one]) => `${within(of)} ${shown(of, one)}`).join(', ')}}`
  }

  const timeOf = (atMs: number) =>
    atMs < startMs / 2 ? `${atMs} ms` : `t${atMs < startMs ? '' : '+'}${(atMs - startMs) / 60_000}`

  return {
    within,
    shown,
    learn(table, row) {
      for (const [column, value] of row) {
        if (typeof value !== 'string' || names.has(value) || value.match(random)?.[0] !== value) continue
        const kind = column === 'id' || table === 'site_facts' ? called[table] : undefined
        if (kind !== undefined) name(value, kind)
        if (column === 'public_token') name(value, 'page')
      }
    },
    inOrder(items, textOf) {
      const known = items.map((item) => ({
        item,
        text: textOf(item).replace(random, (value) => names.get(value) ?? '?'),
      }))
      return known
        .toSorted((a, b) => (a.text === b.text ? 0 : a.text < b.text ? -1 : 1))
        .map(({ item }) => item)
    },
  }
}

/** Secrets, which differ at each run. */
const hidden = new Set(['passwordHash', 'secretHash'])

const isNothing = (value: unknown): boolean =>
  [null, undefined, '', false].some((nothing) => value === nothing) ||
  (Array.isArray(value) && value.length === 0)
