import type { Progress } from '@pictoglyph/site/care/progress'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { SingleBar } from 'cli-progress'

export interface ProgressBar extends Progress {
  /** Whether a person sees it; then standard output, if it is the same terminal, should wait. */
  readonly isShown: boolean
}

/** What a progress bar counts, and how it is written. */
type ProgressUnit = 'count' | 'bytes'

const hidden: ProgressBar = { isShown: false, advance() {}, finish() {} }

/** A bar on standard error if that is a terminal; elsewhere nothing at all is written. */
export function createProgress(label: string, total: number, unit: ProgressUnit = 'count'): ProgressBar {
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
