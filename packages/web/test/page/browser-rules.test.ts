import { expect, test } from 'bun:test'
import { imagesOfFolder } from '../../src/page/browser/upload/given-files.ts'
import { percent } from '../../src/page/browser/upload/queue-row.ts'
import { isFinal } from '../../src/page/browser/upload/send-file.ts'
import { fittingWidth } from '../../src/page/browser/viewer/zoom.ts'

test('a refusal is final unless signing in, waiting or another site may change it', () => {
  const statuses = [200, 399, 400, 401, 402, 403, 404, 407, 408, 409, 413, 422, 428, 429, 430, 499, 500, 503]
  expect(statuses.filter(isFinal)).toEqual([400, 402, 404, 407, 409, 413, 422, 428, 430, 499])
})

test('a share is told in whole per cent that are reached', () => {
  expect([0, 0.0099, 0.01, 0.999, 1].map(percent)).toEqual(['0 %', '0 %', '1 %', '99 %', '100 %'])
})

test('of a folder its images are taken', () => {
  const types = ['image/png', 'image', 'text/plain', '', 'image/svg+xml', 'x-image/png']
  const files = types.map((type, index) => new File(['x'], String(index), { type }))
  expect(imagesOfFolder(files).map(({ name }) => name)).toEqual(['0', '4'])
})

test('a picture fits into width and height, and one above three times as high as wide into the width', () => {
  expect([
    fittingWidth({ width: 200, height: 100 }),
    fittingWidth({ width: 100, height: 300 }),
    fittingWidth({ width: 100, height: 301 }),
  ]).toEqual([
    'min(100cqw, 200px, (100cqh - 12px) * 2)',
    `min(100cqw, 100px, (100cqh - 12px) * ${1 / 3})`,
    'min(100cqw, 100px)',
  ])
})
