import { expect, test } from 'bun:test'
import { dayAfter, dayAt, startOfDay, timeZoneOf } from '../src/context/time-zone.ts'
import { startConsole } from './support/console-under-test.ts'
import { uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

/** Prime numbers of hours apart, so that all hours of the day and the year are met. */
const moments = Array.from({ length: 24 }, (_, index) => Date.UTC(1995, 0) + index * 14_411 * 3_600_000)

test('a day begins with its first moment, in every zone', () => {
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    for (const atMs of moments) {
      const day = dayAt(atMs, timeZone)
      const beganMs = startOfDay(day, timeZone)
      expect([timeZone, dayAt(beganMs, timeZone), dayAt(beganMs - 1, timeZone) < day]).toEqual([
        timeZone,
        day,
        true,
      ])
      expect(startOfDay(dayAfter(day), timeZone)).toBeGreaterThan(atMs)
    }
  }
})

test('days at the edges of the world, on a change of clocks, and one that was left out', () => {
  const hours = (timeZone: string, day: string) =>
    (startOfDay(dayAfter(day), timeZone) - startOfDay(day, timeZone)) / 3_600_000
  expect(new Date(startOfDay('2026-11-25', 'Pacific/Kiritimati')).toISOString()).toBe(
    '2026-11-24T10:00:00.000Z',
  )
  expect(new Date(startOfDay('2026-11-25', 'Etc/GMT+12')).toISOString()).toBe('2026-11-25T12:00:00.000Z')
  expect([hours('Europe/Berlin', '2026-03-29'), hours('Europe/Berlin', '2026-10-25')]).toEqual([23, 25])
  // Clocks go from midnight to one, so that the day has no midnight.
  expect(dayAt(startOfDay('2026-09-06', 'America/Santiago'), 'America/Santiago')).toBe('2026-09-06')
  expect(hours('Pacific/Apia', '2011-12-30')).toBe(0)
  expect(startOfDay('2026-13-01')).toBeNaN()
  expect([timeZoneOf('Mars/Olympus'), timeZoneOf('x'.repeat(100)), timeZoneOf(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('the gallery marks and filters the days of its reader', async () => {
  let nowMs = Date.UTC(2026, 10, 24, 23, 30)
  await using testConsole = await startConsole({ clock: () => nowMs })
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await uploadPicture(visitor)
  nowMs += 20_000
  const seen = async (zone: string, day: string) => {
    visitor.cookies.set('zone', encodeURIComponent(zone))
    const page = await (await visitor.get('/images')).text()
    const found = await (await visitor.get(`/images?from=${day}&to=${day}`)).text()
    return [
      /class="day-mark" datetime="([\d-]+)">([^<]*)</.exec(page)?.slice(1, 3),
      found.includes('card-image'),
    ]
  }
  expect(await seen('Asia/Shanghai', '2026-11-25')).toEqual([['2026-11-25', 'Today'], true])
  expect(await seen('Asia/Shanghai', '2026-11-24')).toEqual([['2026-11-25', 'Today'], false])
  expect(await seen('America/New_York', '2026-11-24')).toEqual([['2026-11-24', 'Today'], true])
  expect(await seen('nowhere', '2026-11-24')).toEqual([['2026-11-24', 'Today (UTC)'], true])
})
