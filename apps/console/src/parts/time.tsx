/** @jsxImportSource hono/jsx */
import { isoTime } from '@pictoglyph/core'
import { useVisit } from '../visit/visit-context.ts'

/** A moment. It reads in UTC until the reader's browser puts it in their zone. */
export const Time = ({ atMs }: { atMs: number }) => {
  const iso = isoTime(atMs)
  return (
    <time datetime={iso} data-local="">
      {`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}
    </time>
  )
}

/** A moment that may not have come. */
export const TimeOr = ({ atMs, otherwise }: { atMs: number | null; otherwise: string }) =>
  atMs === null ? <span class="muted">{otherwise}</span> : <Time atMs={atMs} />

/** A number of bytes in a unit that reads well. */
export const Bytes = ({ count }: { count: number }) => {
  const { language } = useVisit()
  return <span class="number">{formatBytes(count, language)}</span>
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `20 MB`: in binary steps, as the limits are set. */
export function formatBytes(count: number, language: string): string {
  const step = count < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10))
  const value = count / 1024 ** step
  const maximumFractionDigits = value < 10 && step > 0 ? 1 : 0
  const unit = units[step] ?? 'byte'
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits,
  }).format(value)
}

/** A whole number with the separators of the reader's language. */
export const Count = ({ of: number }: { of: number }) => {
  const { language } = useVisit()
  return <span class="number">{number.toLocaleString(language)}</span>
}
