/** @jsxImportSource hono/jsx */

import type { ImageQuery } from '@pictoglyph/site/images/image-records'
import { maxCountedInSpan } from '@pictoglyph/site/images/image-span-rows'
import type { Image } from '@pictoglyph/site/language/records'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { dayAt } from '../context/time-zone.ts'
import { monthsUpTo } from './months.ts'

/** Fewer images need no rail: scrolling is enough. */
const fewestImages = 200

/** A month with images. */
interface CountedMonth {
  /** As `2026-11`. */
  name: string
  /** Start of the next month; `Number.MAX_SAFE_INTEGER` for the newest. */
  beforeMs: number
  /** Up to `maxCountedInSpan`. */
  images: number
}

/** Months of a library or an album with `all` images, newest first; none for a short list or a filtered one. */
export async function countedMonthsOf(
  { services, timeZone }: SignedInContext,
  { ownerId, albumId, limit: _, after: __, sort = 'newest', ...filter }: ImageQuery,
  all: number,
): Promise<CountedMonth[]> {
  const isFiltered = Object.keys(filter).length > 0
  if (all < fewestImages || isFiltered || (sort !== 'newest' && sort !== 'album')) return []
  const { site } = services
  const months = monthsUpTo(site.clock(), timeZone)
  const counts = await site.database.images.countIn(
    { ...(ownerId !== undefined && { ownerId }), ...(albumId !== undefined && { albumId }) },
    months.map(({ span }) => span),
  )
  return months.flatMap(({ name, span: [, beforeMs] }, place) => {
    const images = counts[place] ?? 0
    return images === 0 ? [] : [{ name, beforeMs, images }]
  })
}

/** The years next to the grid, and the months of the current one: each leads to its newest images. */
export const DateRail = ({
  months,
  first,
}: {
  months: readonly CountedMonth[]
  first: Image | undefined
}) => {
  const { text, timeZone, path, query } = useConsole()
  if (months.length === 0) return null
  const shown = first && dayAt(first.createdAtMs, timeZone).slice(0, 7)
  const years = Map.groupBy(months, ({ name }) => name.slice(0, 4))
  const addressFrom = ({ beforeMs, name }: CountedMonth) => {
    const asked = new URLSearchParams(query)
    asked.delete('shown')
    if (name === months[0]?.name) asked.delete('after')
    else asked.set('after', `${beforeMs}.0`)
    return addressOf({ path, query: asked })
  }
  return (
    <nav class="date-rail" aria-label={text.gallery.dates} data-date-rail="">
      <ol>
        {[...years].map(([year, ofYear]) => (
          <li>
            <a
              class="rail-year"
              href={ofYear[0] && addressFrom(ofYear[0])}
              aria-current={shown?.startsWith(year) ? 'true' : undefined}
              data-month={ofYear[0]?.name}
            >
              {year}
            </a>
            <ol>
              {ofYear.map((month) => (
                <li>
                  <MonthLink month={month} address={addressFrom(month)} isShown={month.name === shown} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const MonthLink = (props: { month: CountedMonth; address: string; isShown: boolean }) => {
  const { language, text } = useConsole()
  const { name, images } = props.month
  const format = (month: 'short' | 'long') => {
    const year = month === 'long' ? ({ year: 'numeric' } as const) : {}
    return new Intl.DateTimeFormat(language, { ...year, month, timeZone: 'UTC' }).format(
      new Date(`${name}-01`),
    )
  }
  const number = `${images.toLocaleString(language)}${images < maxCountedInSpan ? '' : '+'}`
  const label = text.gallery.ofMonth(format('long'), number, images)
  return (
    <a
      class="rail-month"
      href={props.address}
      title={label}
      aria-label={label}
      aria-current={props.isShown ? 'true' : undefined}
      data-month={name}
    >
      <span>{format('short')}</span> <span class="muted number">{number}</span>
    </a>
  )
}
