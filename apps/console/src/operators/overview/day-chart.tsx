/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { useConsole } from '../../context/console-context.ts'
import { dayMs } from '../../context/time-zone.ts'
import { HiddenName } from '../../parts/hidden-name.tsx'
import { Table } from '../../parts/table.tsx'

/** The last `count` days in UTC as `YYYY-MM-DD`, oldest first, each with its data if there is any. */
export function everyDay<T extends { day: string }>(
  known: readonly T[],
  count: number,
  nowMs: number,
): { day: string; known: T | undefined }[] {
  const byDay = new Map(known.map((one) => [one.day, one]))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(nowMs - (count - 1 - index) * dayMs).toISOString().slice(0, 10)
    return { day, known: byDay.get(day) }
  })
}

/** Three to five evenly spaced whole numbers, from 0 to at least `most`. */
export function axisTicks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1) / 4))
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one * 4 >= most) ?? 1)
  const steps = Math.max(2, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

const height = 100
const step = 20
const bar = 14
const maxDateLabels = 5
/** On a phone only the first, the middle and the last label show. */
const isForWide = (index: number, count: number): boolean => count === maxDateLabels && index % 2 === 1

/** One day's bar: its height, and a part in another colour. */
interface DayBar {
  day: string
  value: number
  /** The part of the value at the top in another colour. */
  apart?: number
}

/** Numbers per day as a bar chart with two axes, and the same as a table, for screen readers too. */
export const DayChart = (props: {
  title: string
  /** The picture's message in one sentence. */
  label: string
  bars: readonly DayBar[]
  columns: readonly string[]
  /** Table rows, newest first. */
  rows: Child
}) => {
  const { language, text } = useConsole()
  const { bars } = props
  const ticks = axisTicks(Math.max(0, ...bars.map(({ value }) => value)))
  const top = ticks.at(-1) ?? 1
  const compact = new Intl.NumberFormat(language, { notation: 'compact' })
  const shortDay = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const heightOf = (value: number) => (value / top) * height
  return (
    <section class="card stack">
      <h2>{props.title}</h2>
      <div class="day-chart">
        <ol class="chart-numbers" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <li>{compact.format(tick)}</li>
          ))}
        </ol>
        <svg
          viewBox={`0 0 ${bars.length * step} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={props.label}
        >
          {ticks.map((tick) => (
            <line x1="0" x2={bars.length * step} y1={height - heightOf(tick)} y2={height - heightOf(tick)} />
          ))}
          {bars.map(({ day, value, apart = 0 }, index) => {
            const x = index * step + (step - bar) / 2
            return (
              <g>
                <title>{`${day}: ${value.toLocaleString(language)}`}</title>
                <rect class="room" x={index * step} y="0" width={step} height={height} />
                <rect class="some" x={x} y={height - heightOf(value)} width={bar} height={heightOf(value)} />
                {apart === 0 ? null : (
                  <rect
                    class="apart"
                    x={x}
                    y={height - heightOf(value)}
                    width={bar}
                    height={heightOf(apart)}
                  />
                )}
              </g>
            )
          })}
        </svg>
        <ol class="chart-days" aria-hidden="true">
          {labelled(bars).map(({ day }, index, all) => (
            <li class={isForWide(index, all.length) ? 'wide' : undefined}>
              {shortDay.format(new Date(day))}
            </li>
          ))}
        </ol>
      </div>
      <details>
        <summary>
          {text.overview.asTable}
          <HiddenName name={props.title} />
        </summary>
        <Table label={props.title} columns={props.columns.map((label) => ({ label }))}>
          {props.rows}
        </Table>
      </details>
    </section>
  )
}

/** The first and the last day and evenly spaced ones between. */
function labelled(bars: readonly DayBar[]): DayBar[] {
  const count = Math.min(maxDateLabels, bars.length)
  return Array.from(
    { length: count },
    (_, index) => bars[Math.round((index * (bars.length - 1)) / Math.max(1, count - 1))],
  ).filter((one) => one !== undefined)
}
