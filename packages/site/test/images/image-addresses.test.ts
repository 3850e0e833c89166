import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { copyFormats } from '../../src/images/copy-formats.ts'

const url = 'https://images.example/i/abc.png'
const pageUrl = 'https://images.example/p/abc'
const thumbnailUrl = 'https://images.example/i/abc/thumbnail.webp'
const formatsOf = (title: string) => copyFormats({ url, pageUrl, thumbnailUrl, title })

/** Titles in which what ends or begins an element is common. */
const hostile = fc.string({ unit: fc.constantFrom(...'ab ]()["\'<>&\\`*_![]\n\t/=') })

test('the formats of a plain title', () => {
  expect(formatsOf('Sea')).toMatchObject({
    url,
    markdown: `![Sea](${url})`,
    markdownLinked: `[![Sea](${url})](${pageUrl})`,
    html: `<img src="${url}" alt="Sea">`,
    htmlLinked: `<a href="${pageUrl}"><img src="${url}" alt="Sea"></a>`,
    bbcode: `[img]${url}[/img]`,
    bbcodeLinked: `[url=${pageUrl}][img]${url}[/img][/url]`,
    thumbnail: thumbnailUrl,
    thumbnailLinked: `[![Sea](${thumbnailUrl})](${pageUrl})`,
  })
})

test('in HTML a title is an attribute and nothing else, and reads back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (title) => {
      const elements: [string, string | null][] = []
      const rewriter = new HTMLRewriter().on('*', {
        element: (element) => {
          elements.push([element.tagName, element.getAttribute('alt')])
        },
      })
      await rewriter.transform(new Response(formatsOf(title).html)).text()
      const unescaped = (elements[0]?.[1] ?? '').replace(
        /&(amp|lt|gt|quot|#39);/g,
        (_, name: string) => entities[name] ?? '',
      )
      expect(elements).toHaveLength(1)
      expect(unescaped).toBe(title.replace(/\s+/g, ' '))
    }),
  )
})

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

test('in Markdown a title is the text of one image and nothing else', () => {
  fc.assert(
    fc.property(hostile, (title) => {
      const html = Bun.markdown.html(formatsOf(title).markdown)
      expect(html.match(/<[a-z]+/g)).toEqual(['<p', '<img'])
      expect(html).toContain(`src="${url}"`)
    }),
  )
})
