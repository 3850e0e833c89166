import './node-20.ts'
import { Failure } from '@pictoglyph/site/language/failure'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { CommanderError } from 'commander'
import { remark } from './print.ts'
import { createClientProgram } from './program.ts'
import { systemReason } from './system-reason.ts'
import { wantsJson } from './usage-errors.ts'

// The reader of the output may have gone, as `head` does.
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
 * Tells on standard error what went wrong, in words or, for programs, as the services' own error body.
 * @returns the process's exit code
 */
function reportFailure(error: unknown, asJson: boolean): number {
  // Help that was asked for is no failure, and wrong usage has been told in words already.
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
