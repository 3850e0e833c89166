import { badRequest, Failure } from '../language/failure.ts'
import { inEnglish, message } from '../language/message.ts'
import type { Role } from '../language/records.ts'
import { readSize } from '../language/size.ts'
import { nameKey } from '../language/text-field.ts'
import { readDisplayName, readSignInName } from './names.ts'

/** Maximum number of rows in a file. */
export const maxMembers = 1_000

/** A row of a list of members. */
interface Member {
  /** Line in the file, from 1; the first row below the heading is 2. */
  line: number
  name: string
  displayName: string
  role: Role
  /** `undefined`: the site's default. */
  quotaBytes: number | null | undefined
}

/** A row that can't be used, and the reason. */
interface MemberProblem {
  line: number
  reason: string
}

const columns = ['name', 'displayname', 'role', 'quota'] as const
type Column = (typeof columns)[number]

/**
 * Reads a list of members as CSV (RFC 4180). The heading names the columns in any order: `name`, and optionally
 * `display name`, `role` (`member` by default, or `admin`) and `quota` (a size or `none`). A row with more cells than
 * the heading is a problem. Empty cells at the end don't count: spreadsheets add them, and leave them out.
 * @throws {Failure} BAD_REQUEST for a heading without `name`, an unknown or repeated column, an unterminated quotation,
 * and more than {@link maxMembers} rows
 */
export function readMembers(text: string): { members: Member[]; problems: MemberProblem[] } {
  const [heading, ...rows] = readCsv(text.replace(/^\uFEFF/, ''))
  const names = readHeading(heading?.cells ?? [])
  if (rows.length > maxMembers) {
    throw badRequest(message('A list has at most {most} members.', { most: maxMembers }))
  }
  const members: Member[] = []
  const problems: MemberProblem[] = []
  const lineOf = new Map<string, number>()
  for (const { line, cells } of rows) {
    const cell = (column: Column) => (cells[names.indexOf(column)] ?? '').trim()
    try {
      if (withoutEmptyEnd(cells).length > names.length) {
        throw badRequest(
          message('The line has {cells}, and the first line names {columns}.', {
            cells: counted(cells.length, 'cell'),
            columns: counted(names.length, 'column'),
          }),
        )
      }
      const name = readSignInName(cell('name'))
      const earlier = lineOf.get(nameKey(name))
      if (earlier !== undefined) {
        throw badRequest(message('The name stands in line {line} too.', { line: earlier }))
      }
      lineOf.set(nameKey(name), line)
      members.push({
        line,
        name,
        displayName: readDisplayName(cell('displayname')),
        role: readRole(cell('role')),
        quotaBytes: readQuota(cell('quota')),
      })
    } catch (error) {
      if (!(error instanceof Failure) || error.facts.code !== 'BAD_REQUEST') throw error
      problems.push({ line, reason: inEnglish(error.facts.reason) })
    }
  }
  return { members, problems }
}

/** The columns in the order of the heading. @throws {Failure} BAD_REQUEST */
function readHeading(cells: readonly string[]): Column[] {
  const names = withoutEmptyEnd(cells).map((cell) => {
    const name = cell.trim().toLowerCase().replaceAll(/[ _-]/g, '')
    const column = columns.find((known) => known === name)
    if (column !== undefined) return column
    throw badRequest(
      message(
        'The first line names the columns: name, and if you like display name, role and quota. "{cell}" is none of them.',
        { cell: cell.trim() },
      ),
    )
  })
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) {
    throw badRequest(message('The first line names the column "{column}" twice.', { column: twice }))
  }
  if (names.includes('name')) return names
  throw badRequest(message('The first line names the columns, and there is no column "name".'))
}

const withoutEmptyEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function readRole(written: string): Role {
  const role = written.toLowerCase() || 'member'
  if (role === 'member' || role === 'admin') return role
  throw badRequest(message('The role "{role}" is neither member nor admin.', { role: written }))
}

function readQuota(written: string): number | null | undefined {
  if (written === '') return undefined
  return written.toLowerCase() === 'none' ? null : readSize(written)
}

interface CsvRow {
  line: number
  cells: string[]
}

/**
 * The rows of a CSV text that are not empty. The separator is a comma, a semicolon or a tab: the one in a first line
 * `sep=;`, otherwise the first of these in the heading.
 */
function readCsv(file: string): CsvRow[] {
  const [named = '', declared = ''] = /^sep=([,;\t])\r?\n/i.exec(file) ?? []
  const text = file.slice(named.length)
  const [first = ''] = text.split(/\r?\n/, 1)
  const separator = declared || ([',', ';', '\t'].find((one) => first.includes(one)) ?? ',')
  const rows: CsvRow[] = []
  let line = named === '' ? 1 : 2
  let row: CsvRow = { line, cells: [] }
  let [cell, isQuoted] = ['', false]
  const endRow = () => {
    row.cells.push(cell)
    cell = ''
    if (row.cells.some((one) => one.trim() !== '')) rows.push(row)
    row = { line: line + 1, cells: [] }
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += letter
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') [cell, isQuoted] = ['', true]
    else if (letter === separator) {
      row.cells.push(cell)
      cell = ''
    } else if (letter === '\n') endRow()
    else if (letter !== '\r') cell += letter
    if (letter === '\n') line += 1
  }
  if (isQuoted)
    throw badRequest(message('A quotation that begins in line {line} does not end.', { line: row.line }))
  endRow()
  return rows
}
