import { badField, Failure, type FailureFacts } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AccessList } from '../language/records.ts'
import { type AccessInput, readAccessEntry } from './access.ts'

const maxLines = 10_000

/** A problem in one line; lines count from 1. */
interface AccessLineProblem {
  line: number
  text: string
  refusal: FailureFacts
}

/** The networks and the problems in pasted lines. */
export interface AccessLines {
  good: AccessInput[]
  problems: AccessLineProblem[]
}

/**
 * Reads pasted networks, one on each line, optionally followed by white space, a comma or a semicolon and a note. Empty
 * lines and lines starting with `#` are ignored. A repeated network counts once, with its last note.
 * @throws {Failure} BAD_REQUEST for more than 10,000 lines or an expiry in the past or after 9999
 */
export function readAccessLines(
  list: AccessList,
  pasted: string,
  options: { expiresAtMs: number | null; nowMs: number },
): AccessLines {
  const lines = pasted.split(/\r\n|\r|\n/)
  if (lines.length > maxLines) {
    throw badField('lines', message('At most {most} lines are read at once.', { most: maxLines }))
  }
  const { expiresAtMs, nowMs } = options
  readAccessEntry(list, { network: '0.0.0.0/0', expiresAtMs }, nowMs)
  const good = new Map<string, AccessInput>()
  const problems: AccessLineProblem[] = []
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) continue
    const [, network = '', note = ''] = /^([^\s,;]+)[\s,;]*([^\s,;].*)?$/s.exec(text) ?? []
    try {
      const entry = readAccessEntry(list, { network, note, expiresAtMs }, nowMs)
      good.set(entry.network, { network: entry.network, note: entry.note, expiresAtMs })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      problems.push({ line: index + 1, text: text.slice(0, 200), refusal: error.facts })
    }
  }
  return { good: [...good.values()], problems }
}
