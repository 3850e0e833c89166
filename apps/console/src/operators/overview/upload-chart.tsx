/** @jsxImportSource hono/jsx */

import { useConsole } from '../../context/console-context.ts'
import { dayMs } from '../../parts/day-range.tsx'
import { Bytes, Count } from '../../parts/numbers-and-times.tsx'
import { Table } from '../../parts/table.tsx'

interface DayOfUploads {
  /** UTC, `YYYY-MM-DD`. */
  day: string
  images: number
  bytes: number
}

/** The last `count` days up to now, oldest first, those without an upload included. */
export function everyDay(known: readonly DayOfUploads[], count: number, nowMs: number): DayOfUploads[] {
  const byDay = new Map(known.map((one) => [one.day, one]))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(nowMs - (count - 1 - index) * dayMs).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, images: 0, bytes: 0 }
  })
}

const height = 120
const step = 20
const bar = 14

/** Uploads a day as bars, and the same as a table for whoever reads rather than looks. */
export const UploadChart = ({ days }: { days: readonly DayOfUploads[] }) => {
  const { overview: text } = useConsole().text
  const most = Math.max(1, ...days.map(({ images }) => images))
  const total = days.reduce((sum, { images }) => sum + images, 0)
  return (
    <section class="card stack">
      <h2>{text.trend(days.length)}</h2>
      <svg
        class="chart"
        viewBox={`0 0 ${days.length * step} ${height + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.trendLabel(total, days.length)}
      >
        {days.map(({ day, images }, index) => {
          const size = images === 0 ? 1.5 : Math.max(3, (images / most) * height)
          return (
            <rect
              class={images === 0 ? 'none' : 'some'}
              x={index * step + (step - bar) / 2}
              y={height + 2 - size}
              width={bar}
              height={size}
              rx="2"
            >
              <title>{`${day}: ${images}`}</title>
            </rect>
          )
        })}
      </svg>
      <p class="split muted small-text">
        <span>{days[0]?.day}</span>
        <span>{text.maxInADay(most)}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
      <details>
        <summary>{text.asTable}</summary>
        <Table label={text.trend(days.length)} columns={[text.day, text.images, text.stored]} narrow>
          {days
            .filter(({ images }) => images > 0)
            .toReversed()
            .map(({ day, images, bytes }) => (
              <tr>
                <th scope="row">{day}</th>
                <td>
                  <Count of={images} />
                </td>
                <td>
                  <Bytes count={bytes} />
                </td>
              </tr>
            ))}
        </Table>
      </details>
    </section>
  )
}
