import { describe, expect, test } from 'bun:test'
import { damagedSamples } from './damaged-samples.ts'
import { hides } from './hiding.ts'
import { complaintOf, modes } from './laws.ts'
import * as media from './media.ts'

describe.each(damagedSamples)('$name', (sample) => {
  test('has something planted', () => {
    for (const word of [...sample.planted, ...sample.stay]) {
      expect([word, hides(sample.bytes, word)]).toEqual([word, true])
    }
  })

  test.each(modes)('keeps the promises of %s', (mode) => {
    expect(complaintOf(media, sample, mode)).toBeUndefined()
  })
})
