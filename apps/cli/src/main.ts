import { CommanderError } from 'commander'
import { print } from 'pictoglyph-client/print'
import { wantsJson } from 'pictoglyph-client/usage-errors'
import { reportFailure, surviveClosedOutput } from './failure-report.ts'
import { errorPrefix } from './journal.ts'
import { createProgram } from './program.ts'

surviveClosedOutput(wantsJson)
try {
  const program = await createProgram(process.env, process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError && error.code === 'commander.version') {
    const { versionAndCommit } = await import('./version.ts')
    print(versionAndCommit())
  } else {
    process.exitCode = reportFailure(error, wantsJson(), errorPrefix(process.env.JOURNAL_STREAM))
  }
}
