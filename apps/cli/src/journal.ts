import { fstatSync } from 'node:fs'

/**
 * Whether systemd's journal reads the standard error of this process.
 * @param journalStream `JOURNAL_STREAM`, device and inode of the journal's stream. Children of a unit inherit it, even
 * if their standard error is another
 */
export function isReadByJournal(journalStream: string | undefined): boolean {
  if (journalStream === undefined) return false
  const { dev, ino } = fstatSync(2, { bigint: true })
  return journalStream === `${dev}:${ino}`
}

/** Prefix of an error line: its priority, if the journal reads it. */
export const errorPrefix = (journalStream: string | undefined): string =>
  isReadByJournal(journalStream) ? '<3>' : ''
