import { expect, test } from 'bun:test'
import type { Image } from '@pictoglyph/site/language/records'
import type { UploadOutcome } from '@pictoglyph/site/upload'
import type { LogFacts } from '../../src/log.ts'
import { createAfterUpload, type UploadEvents } from '../../src/upload/after-upload.ts'

const image = { id: 'cat', file: { sizeBytes: 5 } } as Image
const uploader = { user: { id: 'ann' }, key: null } as UploadOutcome['uploader']
const fresh: UploadOutcome = { image, uploader, deduped: false, repeated: false, receivedBytes: 9 }

/** What follows an upload that began so many milliseconds ago. */
function after(outcome: UploadOutcome, agoMs: number) {
  const lines: { facts: LogFacts; said: string }[] = []
  const counted: Parameters<UploadEvents['uploaded']>[0][] = []
  const prepared: unknown[] = []
  const note = createAfterUpload({
    log: { info: (facts, said) => void lines.push({ facts, said }), warn() {}, error() {} },
    events: { uploaded: (event) => void counted.push(event) },
    renditions: { prepare: (one) => void prepared.push(one) },
  })
  const startedMs = performance.now() - agoMs
  note({ requestId: 'r1', outcome, startedMs })
  return { lines, counted, prepared, maxMs: Math.ceil(performance.now() - startedMs) }
}

test('an upload is logged with how long it took, counted, and its thumbnail prepared', () => {
  const { lines, counted, prepared, maxMs } = after(fresh, 1_234)
  const [line] = lines
  expect(lines).toEqual([
    {
      facts: {
        requestId: 'r1',
        imageId: 'cat',
        userId: 'ann',
        bytes: 5,
        deduped: false,
        durationMs: expect.any(Number),
      },
      said: 'uploaded',
    },
  ])
  const durationMs = Number(line?.facts.durationMs)
  expect(durationMs).toBeGreaterThanOrEqual(1_234)
  expect(durationMs).toBeLessThanOrEqual(maxMs)
  expect(counted).toEqual([{ deduped: false, sizeBytes: 9, durationMs }])
  expect(prepared).toEqual([image])
})

test('a duplicate is counted and needs no thumbnail; what is answered again is only logged', () => {
  const duplicate = after({ ...fresh, deduped: true }, 0)
  expect([duplicate.counted.length, duplicate.prepared]).toEqual([1, []])
  const again = after({ ...fresh, deduped: true, repeated: true }, 0)
  expect([again.lines[0]?.said, again.counted, again.prepared]).toEqual(['answered again', [], []])
})
