import { reportFailure } from './failure-report.ts'
import { outliveLostOutput } from './lost-output.ts'
import { createProgram, wantsJson } from './program.ts'

outliveLostOutput(wantsJson)
try {
  await createProgram(process.env).parseAsync()
} catch (error) {
  process.exitCode = reportFailure(error, wantsJson())
}
