import { wantsJson } from 'pictoglyph-client/usage-errors'
import { reportFailure, surviveClosedOutput } from './failure-report.ts'
import { errorPrefix } from './journal.ts'
import { createProgram } from './program.ts'

surviveClosedOutput(wantsJson)
try {
  const program = await createProgram(process.env, process.argv[2])
  await program.parseAsync()
} catch (error) {
  process.exitCode = reportFailure(error, wantsJson(), errorPrefix(process.env.JOURNAL_STREAM))
}
