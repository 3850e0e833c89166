import type { Command } from 'commander'
import { printable } from './print.ts'

/** Searches for `--json` without a parser, because the other words may be invalid. */
export function wantsJson(): boolean {
  return process.argv.includes('--json')
}

/** Usage errors are printed, then thrown. With `--json` the caller prints them. */
export function throwUsageErrors(command: Command): void {
  command.exitOverride()
  command.configureOutput({
    outputError(text, write) {
      const [reason = '', ...suggestions] = text.trimEnd().split(/\n(?=\(Did you mean )/)
      write([reason, ...suggestions].map((line) => `${printable(line)}\n`).join(''))
    },
    writeErr(text) {
      if (!wantsJson()) process.stderr.write(text)
    },
  })
  for (const part of command.commands) throwUsageErrors(part)
}
