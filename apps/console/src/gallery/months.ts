import type { TimeSpan } from '@pictoglyph/site/images/image-span-rows'
import { dayAt, startOfDay } from '../context/time-zone.ts'

/** A month in the visitor's calendar, as `2026-11`, and its time. */
interface Month {
  name: string
  span: TimeSpan
}

/** The oldest month includes everything older. */
const keptMonths = 240

/** Cached, because finding the start of a month in a zone takes a while. */
const known = new Map<string, readonly Month[]>()
const keptZones = 32

/** Months up to `now`, newest first. Images dated in the future count in the newest month. */
export function monthsUpTo(nowMs: number, timeZone: string | undefined): readonly Month[] {
  const newest = dayAt(nowMs, timeZone).slice(0, 7)
  const name = `${newest} ${timeZone}`
  const found = known.get(name)
  if (found !== undefined) return found
  if (known.size >= keptZones) known.clear()
  const months: Month[] = []
  let beforeMs = Number.MAX_SAFE_INTEGER
  for (let ago = 0; ago < keptMonths; ago++) {
    const month = monthBefore(newest, ago)
    const fromMs = ago === keptMonths - 1 ? 0 : startOfDay(`${month}-01`, timeZone)
    months.push({ name: month, span: [fromMs, beforeMs] })
    beforeMs = fromMs
  }
  known.set(name, months)
  return months
}

function monthBefore(month: string, ago: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - ago)).toISOString().slice(0, 7)
}
