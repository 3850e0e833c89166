import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { freeBytesAt } from './disk-reserve.ts'

/** SQLite's log and its index need some room to be opened at all. */
const minFreeBytes = 1_048_576

/** The problem of a SQLite file that can't be opened, and what to do; `undefined` if unknown. */
export function explainSqliteFailure(path: string, reason: unknown): string | undefined {
  const code = codeOf(reason)
  if (isDiskFull(reason)) return fullDisk
  if (/^(SQLITE_CORRUPT|SQLITE_NOTADB)/.test(code)) {
    return 'the file is damaged: keep it, and restore the last backup'
  }
  const refused = [path, `${path}-wal`, `${path}-shm`, `${path}-changes`, dirname(path)].find(isRefused)
  if (refused !== undefined) {
    return (
      `${refused} may not be written by the user who runs this, as after a restore that another user, such as ` +
      'root, has run: give the whole folder to this user with chown, or run this as its owner'
    )
  }
  if (!/^(SQLITE_IOERR|SQLITE_CANTOPEN|EIO)/.test(code)) return undefined
  if (freeBytesAt(dirname(path)) < minFreeBytes) return fullDisk
  return /^(SQLITE_IOERR|EIO)/.test(code)
    ? "the disk may be failing: look into the system's log, and copy the data to another disk before anything else"
    : undefined
}

/** The facts, and what to do, if a disk is full. */
export const fullDisk =
  'the disk is full, and the rows are whole: make room on it by removing something else, a few MB will do, then try ' +
  'again. Do not restore a backup'

/** Whether that is why an error came about. */
export function isDiskFull(error: unknown): boolean {
  return /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(codeOf(error))
}

/** The code of the innermost error that has one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return codeOf(error.cause) || (systemErrorCode(error) ?? '')
}

function isRefused(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return false
  } catch (error) {
    return ['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')
  }
}
