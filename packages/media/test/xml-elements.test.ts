import { expect, test } from 'bun:test'
import { createXmlReader } from '../src/xml/xml-elements.ts'
import { svg } from './build/svg.ts'
import { refusalOf } from './refusal-of.ts'

/** The objects that a visitor receives for a document, and the number of calls. */
function read(content: string) {
  const given = new Set<object>()
  const counts = { opened: 0, closed: 0, attributes: 0 }
  const names = new Set<string>()
  const document = createXmlReader({
    open(element) {
      given.add(element)
      names.add(element.local)
      counts.opened++
      element.forEachAttribute((attribute) => {
        given.add(attribute)
        counts.attributes++
      })
    },
    close() {
      counts.closed++
    },
    aside() {},
  })
  document.scan(new TextEncoder().encode(`<r>${content}</r>`), 0)
  return { objects: given.size, names: names.size, isClosed: document.isClosed, ...counts }
}

const tag = `<a ${Array.from({ length: 20 }, (_, at) => `a${at}="" xml:b${at}='"'`).join(' ')}/>`

test('no object is made for an element or an attribute, however many there are', () => {
  const few = read(`${tag}<b></b>x`.repeat(10))
  const many = read(`${tag}<b></b>x`.repeat(20_000))
  const alike = { objects: 2, names: 3, isClosed: true }
  expect(few).toEqual({ ...alike, opened: 21, closed: 21, attributes: 400 })
  expect(many).toEqual({ ...alike, opened: 40_001, closed: 40_001, attributes: 800_000 })
})

test.each([
  ['a=""', [['', 'a', '', ' a=""']]],
  [
    `xmlns='u' b = "x>y"\n c='"'`,
    [
      ['', 'b', 'x>y', ' b = "x>y"'],
      ['', 'c', '"', `\n c='"'`],
    ],
  ],
  [' p:ä="ä" xmlns:p="u"  ', [['u', 'Ã¤', 'Ã¤', '  p:Ã¤="Ã¤"']]],
] as const)('the attributes of <a %s> are read with their places', (written, expected) => {
  const found: unknown[] = []
  const file = Buffer.from(`<a ${written}/>`)
  const document = createXmlReader({
    open(element) {
      element.forEachAttribute(({ namespace, local, value, from, to }) => {
        found.push([namespace, local, value(), file.toString('latin1', from, to)])
      })
    },
    close() {},
    aside() {},
  })
  document.scan(file, 0)
  expect(found).toEqual(expected as never)
})

test('names of all lengths and letters are read, and closed, as they are written', () => {
  const names = ['a', 'aB', '_', 'a-b.c1', 'é', 'aé', '名', '€\u0080', 'x'.repeat(1_000)]
  // All have the same hash.
  const alike = ['Aa', 'BB', 'AaAa', 'BBBB', 'AaBB', 'BBAa']
  const all = [...names, ...alike]
  const content = all.map((name) => `<${name}/><${name}></${name}><${name} ></${name} >`).join('')
  expect(read(content)).toMatchObject({ names: all.length + 1, isClosed: true, opened: 3 * all.length + 1 })
})

test.each([
  ['</ab>', '<a></ab></a>'],
  ['</a> for ab', '<ab></a></ab>'],
  ['a name that begins with a digit', '<1/>'],
  ['no name', '</>'],
  ['a slash within', '<a/b>'],
  ['an attribute without a space before it', '<a b=""c=""/>'],
  ['an attribute without a value', '<a b/>'],
  ['an attribute without quotes', '<a b=c/>'],
  ['an attribute that is there twice', '<a b="" b=""/>'],
  ['a prefix that stands for nothing', '<a p:b=""/>'],
])('%s is refused', (_, content) => {
  expect(() => read(content)).toThrow()
})

test.each([
  ['elements', '<a/>'.repeat(200_000)],
  ['comments', '<!---->'.repeat(200_000)],
  ['instructions', '<?a?>'.repeat(200_000)],
  ['sections', '<![CDATA[]]>'.repeat(200_000)],
  ['attributes of one tag', `<a ${Array.from({ length: 1_001 }, (_, at) => `a${at}=""`).join(' ')}/>`],
])('more %s than honest files have are refused', (_, content) => {
  expect(refusalOf(svg('', content))).toMatchObject({ code: 'MALFORMED' })
  expect(() => read(content)).toThrow('too many small parts')
})
