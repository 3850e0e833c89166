import { Command, Option } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { withProcessLog } from '../serve/process-log.ts'
import { serve } from '../serve/serve.ts'
import { serveAsWorker } from '../serve/workers/serve-worker.ts'

interface ServeOptions {
  json?: boolean
  worker?: number
}

export function serveCommand(context: CommandContext): Command[] {
  return [
    new Command('serve')
      .description('Runs the services until SIGTERM or SIGINT.')
      .option('--json', 'print JSON')
      .addOption(
        new Option('--worker <number>', 'one of several, started by the first').argParser(Number).hideHelp(),
      )
      .action(({ json = false, worker }: ServeOptions) => {
        const configuration = context.configuration()
        return withProcessLog(worker === undefined ? null : { worker }, (log) => {
          if (worker !== undefined) return serveAsWorker(configuration, log, worker)
          return serve(configuration, log, context.output(json), json)
        })
      }),
  ]
}
