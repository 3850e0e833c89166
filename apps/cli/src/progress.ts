import { formatBytes } from '@pictoglyph/core'
import { SingleBar } from 'cli-progress'

/** How far a long piece of work is. */
export interface Progress {
  /** Whether a person sees it; then standard output, if it is the same terminal, should wait. */
  readonly isShown: boolean
  /** So much more is done; less than 0 where something begins again. */
  advance(n: number): void
  /** Takes the bar away. */
  finish(): void
}

/** What is counted, and how it is written. */
export type ProgressUnit = 'count' | 'bytes'

const hidden: Progress = { isShown: false, advance() {}, finish() {} }

/** A bar on standard error if that is a terminal; elsewhere nothing at all is written. */
export function createProgress(label: string, total: number, unit: ProgressUnit = 'count'): Progress {
  if (!process.stderr.isTTY) return hidden
  const bar = new SingleBar({
    format: `${label} {bar} {percentage}%  {value} of {total}`,
    formatValue: (value, _, type) =>
      unit === 'bytes' && (type === 'value' || type === 'total') ? formatBytes(value, 'en') : String(value),
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  })
  bar.start(total, 0)
  let done = 0
  return {
    isShown: true,
    advance(n) {
      done += n
      bar.update(Math.min(done, total))
    },
    finish: () => bar.stop(),
  }
}
