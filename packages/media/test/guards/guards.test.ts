import { expect, test } from 'bun:test'
import { damagedSamples } from './damaged-samples.ts'
import { createWalk } from './walk.ts'
import { weaveMedia } from './woven-media.ts'

/** Where it is decided whether metadata that can't be read holds a place. */
const deciding = /^strip\/(?:location-tags|exif-remains|jpeg-packets)\.ts$/

/** Turned, they make no sample keep a place: what lies behind them is short, or is found by the next decision. */
const harmless = [
  'strip/exif-remains.ts valuesOf: numbers -> true',
  'strip/jpeg-packets.ts iptcPlace: at + 5 > packet.length -> false',
  'strip/jpeg-packets.ts photoshopHasPlace: at + 12 > resources.length -> false',
  'strip/jpeg-packets.ts photoshopHasPlace: data > resources.length -> false',
]

test('each decision about what goes is seen by a damaged sample when it is turned to its opposite', async () => {
  await using woven = await weaveMedia((file) => (deciding.test(file) ? /^/ : undefined))
  const walk = createWalk(woven.media, damagedSamples)
  expect(walk.complaints()).toEqual([])
  const unseen = woven.guards.flatMap(({ name, turns }, guard) =>
    turns.filter((to) => walk.seenBy({ guard, to }) === undefined).map((to) => `${name} -> ${to}`),
  )
  expect(woven.guards.length).toBeGreaterThan(20)
  expect(unseen.toSorted()).toEqual(harmless)
}, 200_000)
