import { fstatSync } from 'node:fs'

/**
 * Whether systemd's journal reads the standard error of this process.
 * @param journalStream `JOURNAL_STREAM`, device and inode of the journal's stream. Children of a unit inherit it,
 * whatever their own standard error is.
 */
export function isReadByJournal(journalStream: string | undefined): boolean {
  if (journalStream === undefined) return false
  const { dev, ino } = fstatSync(2, { bigint: true })
  return journalStream === `${dev}:${ino}`
}

/** What stands before a line that tells an error: its priority, where the journal reads it. */
export const errorPrefix = (journalStream: string | undefined): string =>
  isReadByJournal(journalStream) ? '<3>' : ''
