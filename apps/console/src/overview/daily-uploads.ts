import { dayMs } from '../days/day.ts'

export interface DayOfUploads {
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
