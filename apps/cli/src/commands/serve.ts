import { Command, Option } from 'commander'
import type { CommandContext } from '../command-context.ts'

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
      .action(async ({ json = false, worker }: ServeOptions) => {
        const configuration = context.configuration()
        // Loaded late: without the services, every other command starts in half the time.
        const { withProcessLog } = await import('../serve/process-log.ts')
        await withProcessLog(
          worker === undefined ? null : { worker },
          async (log) => {
            if (worker === undefined) {
              const { serve } = await import('../serve/serve.ts')
              return serve(configuration, log, context.output(json), json)
            }
            const { serveAsWorker } = await import('../serve/workers/serve-worker.ts')
            return serveAsWorker(configuration, log, worker)
          },
          configuration.journalStream,
        )
      }),
  ]
}
