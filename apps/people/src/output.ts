import { print, printable, remark } from './print.ts'

/** Writes results to standard output and remarks to standard error, so that results can be piped. */
export interface Output {
  /** Prints one result for programs, on a line of its own. */
  created(result: object): void
  /**
   * Reports a created thing: JSON for programs, a sentence on a terminal. In a pipe without `--json`, JSON goes to
   * standard output, and the sentence to standard error.
   * @param secret value that is only printed now, and its name
   */
  made(result: object, sentence: string, secret?: { called: string; value: string }): void
  /** Prints a list: a table for people, an array for programs. */
  list<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): void
  /** Prints a record: `name value` lines for people, an object for programs. */
  record(record: object): void
  /** Reports a completed action in a sentence; `{"ok":true}` with the facts for programs. */
  done(message: string, facts?: object): void
  /** Prints lines of text verbatim. */
  lines(lines: readonly string[]): void
  /** Prints a remark for people, in addition to the result. */
  remark(message: string): void
}

export function createOutput(asJson: boolean): Output {
  return {
    created: (result) => print(JSON.stringify(result)),
    made(result, sentence, secret) {
      if (process.stdout.isTTY && !asJson) {
        print(sentence)
        if (secret !== undefined) print(`${secret.called}, shown only this once: ${secret.value}`)
        return
      }
      print(JSON.stringify(result))
      if (!asJson) remark(sentence)
    },
    list: (rows, columns) => (asJson ? print(JSON.stringify(rows)) : printAll(table(rows, columns))),
    record: (record) => (asJson ? print(JSON.stringify(record)) : printAll(lines(record))),
    done: (message, facts = {}) => print(asJson ? JSON.stringify({ ok: true, ...facts }) : message),
    lines: printAll,
    remark,
  }
}

/** Splits the lines, because a table may have more than a call may have arguments. */
function printAll(lines: readonly string[]): void {
  for (let from = 0; from < lines.length; from += 1_000) print(...lines.slice(from, from + 1_000))
}

function table<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string[] {
  if (rows.length === 0) return ['(none)']
  const cells = [
    columns.map((column) => column.replace(/[A-Z]/g, ' $&').toUpperCase()),
    ...rows.map((row) => columns.map((column) => text(row[column]))),
  ]
  const widths = columns.map((_, index) =>
    cells.reduce((widest, line) => Math.max(widest, widthOf(line[index] ?? '')), 0),
  )
  return cells.map((line) =>
    line
      .map((cell, index) => pad(cell, widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)))
}

function lines(record: object): string[] {
  const entries = Object.entries(record).map(([name, value]) => [name, text(value)] as const)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return printable(written(value))
}

/** Formats a value for a line of text: a list with commas, an object as JSON. */
export function written(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu

/** The terminal columns of a text: East Asian characters and emoji take two. */
function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  const signs = text.replace(/\p{M}|\u200d/gu, '')
  return Array.from(signs).length + (signs.match(wide)?.length ?? 0)
}
