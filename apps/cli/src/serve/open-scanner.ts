import { createCommandScanner } from '@pictoglyph/adapters/scan/command-scanner'
import type { Log } from '@pictoglyph/http'
import type { Configuration } from '../configuration.ts'

/** The operator's scanner of uploads, whose failures are noted in the log; `undefined` if none is configured. */
export function openScanner(
  { scanCommand, dataDirectory, processes }: Configuration,
  log: Log,
): ReturnType<typeof createCommandScanner> | undefined {
  if (scanCommand === undefined) return undefined
  return createCommandScanner({
    command: scanCommand,
    hidden: [dataDirectory],
    atOnce: Math.max(1, Math.floor(2 / processes)),
    onFailure: (reason) => log.error({ reason }, 'the scanner failed; the upload is refused'),
    onIsolation(reason) {
      if (reason === undefined) log.info({}, 'uploads are scanned in isolation')
      else log.warn({ reason }, 'uploads are scanned without isolation')
    },
  })
}
