/** @jsxImportSource hono/jsx */
import type { TrafficCounts } from '@pictoglyph/site/access/traffic-rows'
import { useConsole } from '../../context/console-context.ts'
import { Bytes, Count } from '../../parts/numbers-and-times.tsx'
import { Cell } from '../../parts/table.tsx'
import { DayChart, everyDay } from './day-chart.tsx'

interface Span {
  count: number
  nowMs: number
}

/** Uploads per day. */
export const UploadChart = (props: {
  daily: readonly { day: string; images: number; bytes: number }[]
  span: Span
}) => {
  const { overview: text } = useConsole().text
  const { count, nowMs } = props.span
  const days = everyDay(props.daily, count, nowMs)
  const bars = days.map(({ day, known }) => ({ day, value: known?.images ?? 0 }))
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  return (
    <DayChart
      title={text.trend(count)}
      label={text.trendLabel(total, count)}
      bars={bars}
      columns={[text.day, text.images, text.stored]}
      rows={days.toReversed().map(({ known }) =>
        known === undefined ? null : (
          <tr>
            <th scope="row">{known.day}</th>
            <Cell>
              <Count of={known.images} />
            </Cell>
            <Cell>
              <Bytes count={known.bytes} />
            </Cell>
          </tr>
        ),
      )}
    />
  )
}

/** Requests to the text service per day, with the refused ones separate. */
export const TextRequestChart = (props: {
  daily: readonly (TrafficCounts & { day: string })[]
  span: Span
}) => {
  const { overview: text } = useConsole().text
  const { count, nowMs } = props.span
  const days = everyDay(props.daily, count, nowMs)
  const bars = days.map(({ day, known }) => ({
    day,
    value: (known?.answered ?? 0) + (known?.refused ?? 0),
    apart: known?.refused ?? 0,
  }))
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  const refused = bars.reduce((sum, { apart }) => sum + apart, 0)
  return (
    <DayChart
      title={text.textTrend(count)}
      label={text.textTrendLabel(total, refused, count)}
      bars={bars}
      columns={[text.day, text.answered, text.refused]}
      rows={days.toReversed().map(({ known }) =>
        known === undefined ? null : (
          <tr>
            <th scope="row">{known.day}</th>
            <Cell>
              <Count of={known.answered} />
            </Cell>
            <Cell>
              <Count of={known.refused} />
            </Cell>
          </tr>
        ),
      )}
    />
  )
}
