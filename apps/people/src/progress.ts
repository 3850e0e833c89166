import type { Progress } from '@pictoglyph/site/care/progress'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { SingleBar } from 'cli-progress'

export interface ProgressBar extends Progress {
  /** Whether a person sees it. Then standard output should wait if it is the same terminal. */
  readonly isShown: boolean
}

/** The unit that a progress bar counts and displays. */
type ProgressUnit = 'count' | 'bytes'

const hidden: ProgressBar = { isShown: false, advance() {}, finish() {} }

/** Creates a bar on standard error if that is a terminal; otherwise it prints nothing. */
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
