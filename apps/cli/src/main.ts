import { surviveClosedOutput } from './closed-output.ts'
import { reportFailure } from './failure-report.ts'
import { createProgram, wantsJson } from './program.ts'

surviveClosedOutput(wantsJson)
try {
  await createProgram(process.env).parseAsync()
} catch (error) {
  process.exitCode = reportFailure(error, wantsJson())
}
