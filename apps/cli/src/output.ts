import { deceptiveCharacter } from '@pictoglyph/core'

/** A value that a table can show in a cell. */
type Cell = string | number | boolean | null

/** Results go to standard output, remarks to standard error, so that the first can be piped. */
export interface Output {
  /** One result. It is JSON in either mode, because scripts read it in either. */
  created(result: object): void
  /** A list: a table for people, an array for programs. */
  list(rows: readonly object[], columns: readonly string[]): void
  /** One record: `name value` lines for people, an object for programs. */
  record(record: object): void
  /** Reports what was done, in a sentence; `{"ok":true}` with the facts for programs. */
  done(message: string, facts?: object): void
  /** A remark for people, in addition to the result. */
  remark(message: string): void
}

export function createOutput(asJson: boolean): Output {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  return {
    created: (result) => print(JSON.stringify(result)),
    list: (rows, columns) => print(asJson ? JSON.stringify(rows) : table(rows, columns)),
    record: (record) => print(asJson ? JSON.stringify(record) : lines(record)),
    done: (message, facts = {}) => print(asJson ? JSON.stringify({ ok: true, ...facts }) : message),
    remark: (message) => process.stderr.write(`${message}\n`),
  }
}

function table(rows: readonly object[], columns: readonly string[]): string {
  if (rows.length === 0) return '(none)'
  const cells = [
    columns.map((column) => column.replace(/[A-Z]/g, ' $&').toUpperCase()),
    ...rows.map((row) => columns.map((column) => show(row, column))),
  ]
  const widths = columns.map((_, index) =>
    cells.reduce((widest, line) => Math.max(widest, Bun.stringWidth(line[index] ?? '')), 0),
  )
  return cells
    .map((line) =>
      line
        .map((cell, index) => pad(cell, widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - Bun.stringWidth(cell)))
}

function show(row: object, column: string): string {
  const value: unknown = Reflect.get(row, column)
  return text(value)
}

function lines(record: object): string {
  const entries = Object.entries(record).map(([name, value]) => [name, text(value)] as const)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.map(text).join(',')
  const cell = value as Cell
  return printable(String(cell))
}

/** Text that others wrote, made safe for a terminal: it is shown and never obeyed. */
export function printable(written: string): string {
  return written.replace(deceptiveCharacters, escaped)
}

const deceptiveCharacters = new RegExp(deceptiveCharacter, 'gu')

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
