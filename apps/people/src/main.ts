import './node-20.ts'
import { Failure } from '@pictoglyph/site/language/failure'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { CommanderError } from 'commander'
import { remark } from './print.ts'
import { createClientProgram } from './program.ts'
import { systemReason } from './system-reason.ts'
import { wantsJson } from './usage-errors.ts'

// The reader of the output may have closed it, as `head` does.
process.stdout.on('error', (error) => {
  if (systemErrorCode(error) === 'EPIPE') process.exit()
  process.exitCode = reportFailure(error, wantsJson())
})
try {
  const program = await createClientProgram(process.env, process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  process.exitCode = reportFailure(error, wantsJson())
}

/**
 * Reports an error on standard error, as a sentence or, for programs, as the services' error body.
 * @returns the process's exit code
 */
function reportFailure(error: unknown, asJson: boolean): number {
  // Requested help is no failure, and commander has already printed usage errors.
  if (error instanceof CommanderError && (error.exitCode === 0 || !asJson)) return error.exitCode
  const { code, message } = describe(error)
  remark(asJson ? JSON.stringify({ ok: false, error: { code, message } }) : `pictoglyph-client: ${message}`)
  return 1
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof Failure) return { code: error.code, message: error.message }
  if (error instanceof CommanderError) {
    return { code: 'BAD_REQUEST', message: error.message.replace(/^error: /, '') }
  }
  const reason = systemReason(error)
  if (reason !== undefined) return { code: 'STORAGE_FAILED', message: `A file can't be used: ${reason}` }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) }
}
