import { dirname } from 'node:path'
import type { Failure } from '@pictoglyph/site/language/failure'
import { needsLocalDisk } from '@pictoglyph/site/platform/disk-kind'
import { innermostCode } from '@pictoglyph/site/platform/lasting-fault'
import { refusalOf } from '@pictoglyph/site/platform/refused-path'
import { freeBytesAt } from './disk-reserve.ts'

/** SQLite needs some room for its log and index even to open a file. */
const minFreeBytes = 1_048_576

/** The problem of a SQLite file that can't be opened, and what to do; `undefined` if unknown. */
export function explainSqliteFailure(path: string, reason: unknown): Failure | string | undefined {
  const code = innermostCode(reason)
  if (isDiskFull(reason)) return fullDisk
  if (/^(SQLITE_CORRUPT|SQLITE_NOTADB)/.test(code)) {
    return 'the file is damaged: keep it, and restore the last backup'
  }
  const files = ['', '-wal', '-shm', '-changes'].map((suffix) => path + suffix)
  const refusal = refusalOf(reason, dirname(path), files)
  if (refusal !== undefined) return refusal
  if (!/^(SQLITE_IOERR|SQLITE_CANTOPEN|EIO)/.test(code)) return undefined
  if (freeBytesAt(dirname(path)) < minFreeBytes) return fullDisk
  if (/^SQLITE_IOERR_SHM/.test(code)) return needsLocalDisk(dirname(path))
  return /^(SQLITE_IOERR|EIO)/.test(code)
    ? "the disk may be failing: look into the system's log, and copy the data to another disk before anything else"
    : undefined
}

/** Message for a full disk, with advice. */
export const fullDisk =
  'the disk is full, and the rows are whole: make room on it by removing something else, a few MB will do, then try ' +
  'again. Do not restore a backup'

/** Whether a full disk caused an error. */
export function isDiskFull(error: unknown): boolean {
  return /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(innermostCode(error))
}
