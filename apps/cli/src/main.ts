import { reportFailure } from './failure-report.ts'
import { createProgram, wantsJson } from './program.ts'

try {
  await createProgram(process.env).parseAsync()
} catch (error) {
  process.exitCode = reportFailure(error, wantsJson())
}
