import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createImageLinks, responsiveHtml } from '../../src/images/image-addresses.ts'

const links = createImageLinks('https://images.example')

interface Picture {
  width: number
  height: number
  frames?: number
  type?: 'image/jpeg' | 'image/svg+xml'
  title?: string
}

function htmlOf({ width, height, frames = 1, type = 'image/jpeg', title = 'Sea' }: Picture): string {
  const file = { address: 'a'.repeat(64), sizeBytes: 9, type, width, height, frames }
  return responsiveHtml(links, { id: 'abc', title, file })
}

/** The attributes of the only element. */
async function attributesOf(html: string): Promise<Record<string, string>> {
  const elements: Record<string, string>[] = []
  const rewriter = new HTMLRewriter()
    .on('*', {
      element: (element) => {
        elements.push(
          Object.fromEntries([...element.attributes].map(([name, value]) => [name, plain(value)])),
        )
      },
    })
    .onDocument({ text: (chunk) => expect(chunk.text).toBe('') })
  await rewriter.transform(new Response(html)).text()
  expect(elements).toHaveLength(1)
  return elements[0] ?? {}
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function plain(value: string): string {
  return value.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
}

test('a large picture is offered in each size that is smaller, with the width that each has', async () => {
  expect(await attributesOf(htmlOf({ width: 4000, height: 3000 }))).toEqual({
    src: 'https://images.example/i/abc.jpg',
    srcset: [
      'https://images.example/i/abc/thumbnail.webp 320w',
      'https://images.example/i/abc/medium.webp 960w',
      'https://images.example/i/abc/large.webp 1920w',
      'https://images.example/i/abc.jpg 4000w',
    ].join(', '),
    sizes: '(max-width: 4000px) 100vw, 4000px',
    width: '4000',
    height: '3000',
    alt: 'Sea',
    loading: 'lazy',
  })
})

test('small pictures, animations and drawings have no srcset', async () => {
  const pictures: Picture[] = [
    { width: 320, height: 200 },
    { width: 4000, height: 3000, frames: 2 },
    { width: 4000, height: 3000, type: 'image/svg+xml' },
  ]
  for (const picture of pictures) {
    const attributes = await attributesOf(htmlOf(picture))
    expect(Object.keys(attributes)).toEqual(['src', 'width', 'height', 'alt', 'loading'])
  }
})

test('each entry of a srcset is wider than the one before, and none than the picture', async () => {
  const side = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 16_384 }))
  await fc.assert(
    fc.asyncProperty(side, side, async (width, height) => {
      const { srcset } = await attributesOf(htmlOf({ width, height }))
      const widths = (srcset?.split(', ') ?? []).map((entry) => Number(/ (\d+)w$/.exec(entry)?.[1]))
      const rising = [...new Set(widths)].sort((a, b) => a - b)
      expect(widths).toEqual(rising)
      if (srcset !== undefined) expect(widths.at(-1)).toBe(width)
    }),
  )
})

test('no title ends the element or adds to it', async () => {
  const hostile = fc.string({ unit: fc.constantFrom(...'ab "\'<>&/=`\n\t', ' onerror=', '"><script>') })
  await fc.assert(
    fc.asyncProperty(hostile, async (title) => {
      const attributes = await attributesOf(htmlOf({ width: 400, height: 300, title }))
      expect(Object.keys(attributes)).toEqual(['src', 'srcset', 'sizes', 'width', 'height', 'alt', 'loading'])
      expect(attributes.alt).toBe(title.replace(/\s+/g, ' '))
    }),
  )
})
