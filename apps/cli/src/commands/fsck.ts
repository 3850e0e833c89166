import { type CheckSummary, checkSite } from '@pictoglyph/site/care/check-site'
import type { Finding } from '@pictoglyph/site/care/findings'
import { Command } from 'commander'
import { print } from 'pictoglyph-client/print'
import { createProgress } from 'pictoglyph-client/progress'
import { type CommandContext, withSite } from '../command-context.ts'
import { recordCheck } from '../last-runs.ts'

interface FsckOptions {
  repair?: boolean
  quick?: boolean
  json?: boolean
}

export function fsckCommand(context: CommandContext): Command[] {
  return [
    new Command('fsck')
      .description('Compares rows, stored bytes and their hashes. Works beside a running server.')
      .option('--repair', 'put right what can be without loss; bytes that an image needs are never touched')
      .option('--quick', 'compare sizes only')
      .option('--json', 'print JSON')
      .addHelpText('after', '\nExits with 1 while there are problems that were not repaired.')
      .action(async (options: FsckOptions) => {
        const print = options.json === true ? createJsonReport() : createTextReport()
        const summary = await withSite(context, async ({ ports }) => {
          const found = await checkSite(ports, {
            report: print.finding,
            repair: options.repair === true,
            quick: options.quick === true,
            progress: createProgress,
          })
          if (options.quick !== true) await recordCheck(ports, found)
          return found
        })
        print.end(summary)
        if (summary.problems > summary.repaired) process.exitCode = 1
      }),
  ]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Prints findings as they come, because there may be as many as images. */
interface Report {
  finding(finding: Finding): void
  end(summary: CheckSummary): void
}

function createJsonReport(): Report {
  const opening = '{"findings":['
  let last: string | undefined
  return {
    finding(finding) {
      if (last !== undefined) print(`${last},`)
      last = `${last === undefined ? opening : ''}${JSON.stringify(finding)}`
    },
    end(summary) {
      const rest = JSON.stringify({ ok: summary.problems === summary.repaired, ...summary }).slice(1)
      print(`${last ?? opening}],${rest}`)
    },
  }
}

function createTextReport(): Report {
  // While a terminal shows a progress bar, lines wait.
  const waits = process.stderr.isTTY && process.stdout.isTTY
  const waiting: string[] = []
  return {
    finding({ kind, address, imageIds, detail, repaired }) {
      const images = imageIds.length > 0 ? ` Images: ${imageIds.join(', ')}.` : ''
      const line = `${kind.padEnd(11)}  ${address}  ${detail}${images}${repaired ? ' Repaired.' : ''}`
      if (waits) waiting.push(line)
      else print(line)
    },
    end({ blobs, bytes, problems, repaired, harmless, clearedUploads }) {
      for (const line of waiting) print(line)
      const looked = `${counted(blobs, 'blob')} looked at, ${counted(bytes, 'byte')} read`
      print(`${looked}, ${counted(problems, 'problem')}, ${repaired} repaired.`)
      if (harmless > 0) {
        const which = harmless === problems - repaired ? 'All of it' : `${harmless} of it`
        print(`${which} is harmless: the server removes it after a day, and --repair does at once.`)
      }
      if (clearedUploads > 0) print(`${counted(clearedUploads, 'file')} of ended uploads cleared away.`)
    },
  }
}
