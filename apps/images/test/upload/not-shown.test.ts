import { expect, test } from 'bun:test'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

/** A JPEG of 3 × 2 pixels with this kind of frame and depth. */
function jpegOf(kind: number, bits: number): File {
  const frame = [0xff, kind, 0, 11, bits, 0, 2, 0, 3, 1, 1, 0x11, 0]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x78, 0xff, 0xd9]
  return new File([Uint8Array.of(0xff, 0xd8, ...frame, ...scan)], 'picture.jpg')
}

test.each([
  [0xc1, 12, 'it is a JPEG with more than 8 bits a sample, which no browser shows.'],
  [0xc3, 8, 'it is a lossless JPEG, which no browser shows.'],
])(
  'what no browser shows is refused and told as that: a JPEG of kind %d with %d bits',
  async (kind, bits, reason) => {
    await using site = await openSite()
    const upload = { key: site.apiKey, fields: { categoryId: site.categoryId } }
    const { status, body } = await postUpload(site.url, { ...upload, file: jpegOf(kind, bits) })
    expect([status, body]).toMatchObject([400, { error: { code: 'INVALID_IMAGE' } }])
    expect(JSON.stringify(body)).toContain(reason)
    expect((await postUpload(site.url, { ...upload, file: pngFile(1) })).status).toBeOneOf([200, 201])
  },
)
