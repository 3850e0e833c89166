/** @jsxImportSource hono/jsx */
import { isoTime } from '@pictoglyph/core'

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
