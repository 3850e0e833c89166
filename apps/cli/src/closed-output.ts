import { systemErrorCode } from '@pictoglyph/adapters/system-error-code'
import { reportFailure } from './failure-report.ts'
import { PlaceError } from './place-error.ts'

/**
 * Keeps output that can't be written from ending the process amid its work. That whoever read it has gone, as `head`
 * does, is no failure; any other reason is called once on standard error, and the exit code is 1.
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
