import { Failure } from '@pictoglyph/site/language/failure'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { CommanderError } from 'commander'
import { remark } from 'pictoglyph-client/print'
import { ConfigurationError } from './configuration.ts'
import { PlaceError, reasonOf, reasonOfFailure, remedyOf } from './place-error.ts'
import { fullDisk, isDiskFull } from './sqlite-failure.ts'

/**
 * Prints an error on standard error, as text or, for programs, as the services' error body.
 * @param linePrefix goes before each line
 * @returns the process's exit code: 1 for a failure, 2 for an invalid configuration
 */
export function reportFailure(error: unknown, asJson: boolean, linePrefix = ''): number {
  // Requested help is no failure, and wrong usage is already printed as text.
  if (error instanceof CommanderError && (error.exitCode === 0 || !asJson)) return error.exitCode
  const { code, message } = describe(error)
  const tell = (...lines: string[]) => remark(...lines.map((line) => linePrefix + line))
  if (asJson) tell(JSON.stringify({ ok: false, error: { code, message } }))
  else if (error instanceof ConfigurationError) tell(...`pictoglyph: ${message}`.split('\n'))
  else tell(`pictoglyph: ${message}`)
  return error instanceof ConfigurationError ? 2 : 1
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof ConfigurationError) return { code: 'CONFIGURATION', message: error.message }
  if (error instanceof Failure) {
    const remedy = remedyOf(error)
    if (remedy !== undefined) return { code: error.code, message: remedy }
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

/**
 * Keeps the process at work when its output can't be written. A closed pipe, as by `head`, is no failure; any other
 * reason is reported once on standard error, and the exit code is 1.
 */
export function surviveClosedOutput(wantsJson: () => boolean): void {
  let isTold = false
  process.stdout.on('error', (error) => {
    if (isTold || systemErrorCode(error) === 'EPIPE') return
    isTold = true
    const lost = new PlaceError(`Standard output can't be written: ${error.message}`, { cause: error })
    process.exitCode = reportFailure(lost, wantsJson())
  })
  process.stderr.on('error', () => {
    process.exitCode ??= 1
  })
}
