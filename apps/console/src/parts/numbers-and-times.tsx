/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { isoTime } from '@pictoglyph/site/language/time'
import { useConsole } from '../context/console-context.ts'

/** A number of bytes in a readable unit. */
export const Bytes = ({ count }: { count: number }) => {
  const { language } = useConsole()
  return <span class="number">{formatBytes(count, language)}</span>
}

/** A whole number with the separators of the visitor's language. */
export const Count = ({ of: number }: { of: number }) => {
  const { language } = useConsole()
  return <span class="number">{number.toLocaleString(language)}</span>
}

/** A time in UTC; a script converts it to the visitor's zone. */
export const Time = ({ atMs }: { atMs: number }) => {
  const iso = isoTime(atMs)
  return (
    <time datetime={iso} data-local="">
      {`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}
    </time>
  )
}

/** The day of a time, if there is room for no more. */
export const Day = ({ atMs }: { atMs: number }) => {
  const iso = isoTime(atMs)
  return (
    <time datetime={iso} data-local="day">
      {iso.slice(0, 10)}
    </time>
  )
}

/** A time, or another text if there is none. */
export const TimeOr = ({ atMs, otherwise }: { atMs: number | null; otherwise: string }) =>
  atMs === null ? <span class="muted">{otherwise}</span> : <Time atMs={atMs} />
