/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/use-console.ts'

/** The fields of a filter that say from which day to which, filled with what was asked for. */
export const DayRangeFields = ({ asked }: { asked: URLSearchParams }) => {
  const { gallery } = useConsole().text
  return (
    <>
      <label>
        <span class="field-label">{gallery.from}</span>
        <input type="date" name="from" value={asked.get('from') ?? ''} />
      </label>
      <label>
        <span class="field-label">{gallery.to}</span>
        <input type="date" name="to" value={asked.get('to') ?? ''} />
      </label>
    </>
  )
}
