import type { Language } from '@pictoglyph/web/language'
import { dayMs } from '../context/time-zone.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A span of time in its largest fitting unit: `45 min`, `2 hr`, `9 days`. Up to two days are in hours. */
export function shortSpan(ms: number, language: Language): string {
  const [unit, unitMs] =
    ms < hourMs
      ? (['minute', minuteMs] as const)
      : ms <= 2 * dayMs
        ? (['hour', hourMs] as const)
        : (['day', dayMs] as const)
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
  return format.format(Math.max(1, Math.floor(ms / unitMs)))
}
