import { Failure } from '@pictoglyph/core'
import { CommanderError } from 'commander'
import { ConfigurationError } from './configuration.ts'
import { PlaceError, reasonOf, reasonOfFailure } from './place-error.ts'
import { fullDisk, isDiskFull } from './sqlite-failure.ts'

/**
 * Tells on standard error what went wrong, in words or, for programs, as the services' own error body.
 * @returns the process's exit code: 1 for a failure, 2 for a configuration that can't be read
 */
export function reportFailure(error: unknown, asJson: boolean): number {
  // Help that was asked for is no failure, and wrong usage has been told in words already.
  if (error instanceof CommanderError && (error.exitCode === 0 || !asJson)) return error.exitCode
  const { code, message } = describe(error)
  const text = asJson ? JSON.stringify({ ok: false, error: { code, message } }) : `pictoglyph: ${message}`
  process.stderr.write(`${text}\n`)
  return error instanceof ConfigurationError ? 2 : 1
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof ConfigurationError) return { code: 'CONFIGURATION', message: error.message }
  if (error instanceof Failure) {
    const said = reasonOfFailure(error)
    const reason = isDiskFull(error) && !said.includes(fullDisk) ? `${said}; ${fullDisk}` : said
    return { code: error.code, message: reason === '' ? error.message : `${error.message} (${reason})` }
  }
  if (error instanceof CommanderError) {
    return { code: 'BAD_REQUEST', message: error.message.replace(/^error: /, '') }
  }
  if (error instanceof PlaceError) return { code: 'STORAGE_FAILED', message: error.message }
  const reason = reasonOf(error)
  if (reason !== undefined) return { code: 'STORAGE_FAILED', message: `A file can't be used: ${reason}` }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) }
}
