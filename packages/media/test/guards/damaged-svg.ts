import { bytesOf, type Part } from '../build/bytes.ts'
import { segment, withSegments } from '../build/jpeg.ts'
import { chunk, png } from '../build/png.ts'
import { svg as svgOf } from '../build/svg.ts'
import { noise } from '../samples.ts'
import { type DamagedSample, type Outcome, owner, place, sample } from './damaged-sample.ts'
import { exifBlocks } from './exif-blocks.ts'

const exif = exifBlocks[0]!.block
const jpeg = new Uint8Array(await noise(3).jpeg().toBuffer())
const placed = withSegments(jpeg, segment(0xe1, 'Exif\0\0', exif))
const plain = png(2, 2)
const placedPng = png(2, 2, chunk('prVt', place))
const svg = (...content: Part[]): Uint8Array => svgOf('xmlns:t="tool" width="9" height="9"', ...content)
const inner = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const metadata = inner(`<metadata>exif:GPSLatitude ${place}</metadata>`)
const image = (address: string): string => `<image href="${address}"/>`
const based = (bytes: Uint8Array, type = 'image/jpeg'): string => `data:${type};base64,${bytes.toBase64()}`
const escaped = (bytes: Uint8Array | string): string =>
  [...bytesOf(bytes)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const references = (text: string): string => [...text].map((letter) => `&#${letter.charCodeAt(0)};`).join('')
const hexadecimal = (text: string): string =>
  [...text].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('')
const quoted = (text: string): string =>
  text.replace(/[&<"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '"': '&quot;' })[letter] ?? '')

const none: Outcome = []
const gone = (...kinds: Exclude<Outcome, 'refused'>): Outcome => kinds
const keeps = (strip: Outcome) => ({ strip, stay: [owner], planted: [] })
const lostExif = { strip: gone('exif', 'location') }
const embedded = (name: string, address: string): DamagedSample =>
  sample(name, svg(image(address)), gone('location'), lostExif)
const refused = (name: string, address: string, planted = [place]): DamagedSample =>
  sample(name, svg(image(address)), 'refused', { planted })
const other = (name: string, address: string): DamagedSample =>
  sample(name, svg(image(address)), none, { planted: [] })

const pictures: DamagedSample[] = [
  embedded('a picture', based(placed)),
  embedded('a picture of a type in capitals', based(placed, 'IMAGE/JPEG')),
  embedded('a picture of any type', based(placed, 'image/*')),
  embedded('a picture of a wrong type', based(placed, 'text/plain')),
  embedded('a picture of no type', based(placed, '')),
  embedded('a picture with a long parameter', based(placed, `image/jpeg;name=${'n'.repeat(300)}`)),
  embedded('a picture with a quoted parameter', based(placed, 'image/jpeg;name=&quot;a b&quot;')),
  embedded('a picture behind many spaces', `${' '.repeat(300)}${based(placed)}`),
  embedded(
    'a picture whose sign of base64 is written otherwise',
    based(placed).replace(';base64', '; BASE64 '),
  ),
  embedded('a picture whose name is cut by lines', based(placed).replace('data', 'da&#10;t&#x9;a&#13;')),
  embedded(
    'a picture whose beginning is written as references',
    references('data:image/jpeg') + based(placed).slice(15),
  ),
  embedded(
    'a picture whose beginning is written as hexadecimal references',
    hexadecimal('data:image/jpeg') + based(placed).slice(15),
  ),
  embedded(
    'a picture whose beginning is written as long references',
    `&#x${'0'.repeat(20)}64;&#${'0'.repeat(20)}97;ta${based(placed).slice(4)}`,
  ),
  embedded(
    'a picture whose data are written as references',
    `data:image/jpeg;base64,${references(placed.toBase64())}`,
  ),
  embedded(
    'a picture whose data are written with per cent signs',
    `data:image/jpeg;base64,${escaped(placed.toBase64())}`,
  ),
  embedded('a picture that is not in base64', `data:image/jpeg,${escaped(placed)}`),
  embedded('a picture of which a part is named', `${based(placed)}#part`),
  sample('a drawing', svg(image(based(bytesOf(metadata), 'image/svg+xml'))), gone('text')),
  sample(
    'a drawing that is not in base64',
    svg(image(`data:image/svg+xml;utf8,${quoted(metadata)}`)),
    gone('text'),
  ),
  sample(
    'a drawing that is written with per cent signs',
    svg(image(`data:image/svg+xml,${encodeURIComponent(metadata)}`)),
    gone('text'),
  ),
  sample(
    'a drawing with letters beyond ASCII',
    svg(
      image(
        `data:image/svg+xml,${quoted(metadata).replace('&lt;/svg', '&lt;title>&#x56fe;&#xfc;\xc3\xbc&lt;/title>&lt;/svg')}`,
      ),
    ),
    gone('text'),
  ),
  sample(
    'a drawing in a drawing',
    svg(image(based(bytesOf(inner(image(based(placed)))), 'image/svg+xml'))),
    gone('location'),
    lostExif,
  ),
  sample('a picture in a link', svg(`<a href="${based(placed)}"/>`), gone('location'), lostExif),
  sample(
    'a picture of a source',
    svg(`<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="${based(placed)}"/></foreignObject>`),
    gone('location'),
    lostExif,
  ),
  sample(
    'a picture by an older link',
    svg(`<image xmlns:l="http://www.w3.org/1999/xlink" l:href="${based(placed)}"/>`),
    gone('location'),
    lostExif,
  ),
  sample('a PNG with data of a program', svg(image(based(placedPng, 'image/png'))), gone('application')),
  sample('a picture in an element of a program', svg(`<t:a href="${based(placed)}"/>`), gone('application')),
  sample('a picture in an attribute of a program', svg(`<g t:a="${based(placed)}"/>`), gone('application')),
  refused('a picture that is cut short', based(placed.subarray(0, 400))),
  refused(
    'a picture that is cut short, of another type',
    based(placed.subarray(0, 400), 'application/octet-stream'),
  ),
  refused('a picture that is no base64', `${based(placed)}=*`),
  refused('a picture in an unknown format', based(bytesOf('\0\0\0\x20ftypheic', place))),
  refused('a picture of one byte that is wrong', based(bytesOf('\xfe', placed.subarray(1)))),
  refused(
    'a drawing that is broken',
    `data:image/svg+xml,${quoted(`<svg xmlns="http://www.w3.org/2000/svg"><metadata>${place}`)}`,
  ),
  other('a picture without metadata', based(plain, 'image/png')),
  other('a picture of no data', 'data:image/png;base64,'),
  other('a bitmap', based(bytesOf('BM', new Uint8Array(60)), 'image/bmp')),
  other('a typeface', based(bytesOf('wOF2', new Uint8Array(60)), 'font/woff2')),
  other('what is no base64 and no picture', 'data:font/woff2;base64,*'),
  other('a link', 'https://example.com/data:image/png;base64,AAAA'),
  other('a link to a part', '#a'),
  sample('a link to a picture in another attribute', svg(`<g id="${based(plain, 'image/png')}"/>`), none, {
    planted: [],
  }),
]

const notes: DamagedSample[] = [
  sample('a comment that names a place', svg(`<!-- GPS ${place} -->`), gone('comment')),
  sample('a comment that names none', svg(`<!-- ${owner} -->`), none, keeps(gone('comment'))),
  sample('a comment with a picture', svg(`<!-- ${based(placed)} -->`), gone('comment')),
  sample('a comment before it', bytesOf(`<!-- GPS ${place} -->`, svg()), gone('comment')),
  sample('an instruction that names a place', svg(`<?tool GPS ${place}?>`), gone('application')),
  sample('a style sheet', svg('<?xml-stylesheet href="#a"?>'), none, { planted: [] }),
  sample('an element of a program that names a place', svg(`<t:a t:b="geo:${place}"/>`), gone('application')),
  sample(
    'an element of a program that names none',
    svg(`<t:a t:b="${owner}"/>`),
    none,
    keeps(gone('application')),
  ),
  sample(
    'an element of a program around another',
    svg(`<t:a><t:a/>GPS ${place}<g/></t:a>`),
    gone('application'),
  ),
  sample('an attribute of a program that names a place', svg(`<g t:a="GPS ${place}"/>`), gone('application')),
  sample(
    'an attribute of a program that names none',
    svg(`<g t:a="${owner}"/>`),
    none,
    keeps(gone('application')),
  ),
  sample('metadata that name a place', svg(`<metadata>GPS ${place}</metadata>`), gone('text')),
  sample(
    'metadata that name a place without a prefix',
    svg(`<metadata><City xmlns="a">${place}</City></metadata>`),
    gone('text'),
  ),
  sample('metadata that name none', svg(`<metadata>${owner}</metadata>`), none, keeps(gone('text'))),
  sample(
    'metadata that are longer than a window',
    svg(`<metadata>${'x'.repeat(70_000)}<City>${place}</City></metadata>`),
    gone('text'),
  ),
  sample(
    'metadata whose name stands between two windows',
    svg(`<metadata>${'x'.repeat(65_536 - '<metadata>'.length - 4)}Latitude ${place}</metadata>`),
    gone('text'),
  ),
  sample(
    'a name in a foreign object',
    svg(`<foreignObject><p xmlns="http://www.w3.org/1999/xhtml" t:a="GPS"><t:b/></p></foreignObject>`),
    none,
    { planted: [] },
  ),
  sample(
    'a name behind an element of a foreign object',
    svg(
      '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/><p xmlns="http://www.w3.org/1999/xhtml" t:a="GPS"><t:b/></p></foreignObject>',
    ),
    none,
    { planted: [] },
  ),
  sample(
    'a name behind a foreign object in another',
    svg(
      '<foreignObject><foreignObject/><p xmlns="http://www.w3.org/1999/xhtml" t:a="GPS"><t:b/></p></foreignObject>',
    ),
    none,
    { planted: [] },
  ),
  sample(
    'a place below what stands behind a foreign object',
    svg(`<foreignObject/><g><t:b a="GPS ${place}"/></g>`),
    gone('application'),
  ),
  sample(
    'a comment in an element of a program',
    svg(`<t:a t:b="GPS ${place}"><!-- GPS --><t:c/></t:a>`),
    gone('application'),
  ),
  sample('many comments', svg(`<g/><!-- GPS ${place} -->`.repeat(5_000)), gone('comment')),
  sample(
    'a place behind a foreign object',
    svg(`<foreignObject/><t:b a="GPS ${place}"/>`),
    gone('application'),
  ),
  sample(
    'a place behind an element of a program',
    svg(`<t:a t:b="GPS"/><!-- GPS ${place} -->`),
    gone('application', 'comment'),
  ),
  sample('words behind its end', bytesOf(svg(), place), ['trailing']),
  sample('space behind its end', bytesOf(svg(), ' \n'), none, { planted: [] }),
]

const hidden = `<metadata>GPS ${place}</metadata>`
const broken = (name: string, ...content: Part[]): DamagedSample =>
  sample(name, svg(hidden, content), 'refused')
const beforeRoot = (name: string, before: Part): DamagedSample =>
  sample(name, bytesOf(before, svg(hidden)), 'refused')
const readable = (name: string, ...content: Part[]): DamagedSample =>
  sample(name, svg(hidden, content), gone('text'))
const letters = (length: number): string => 'n'.repeat(length)

/** Documents that no XML parser accepts. They are refused as a whole. */
const documents: DamagedSample[] = [
  broken('an attribute without a name', '<a ="b"/>'),
  broken('an attribute behind another without a space', '<a b="c"d="e"/>'),
  broken('an attribute with a name that is too long', `<a ${letters(1_001)}="b"/>`),
  broken('an attribute without a value', '<a b/>'),
  broken('an attribute without quotes', '<a b=c/>'),
  broken('an attribute that does not end', '<a b="c/>'),
  broken('an attribute in other quotes than it ends in', `<a b="c'/>`),
  broken('an attribute twice', '<a b="c" b="d"/>'),
  broken(
    'too many attributes',
    `<a ${Array.from({ length: 1_001 }, (_, index) => `b${index}=""`).join(' ')}/>`,
  ),
  broken('a tag without a name', '<1/>'),
  broken('a tag with a name that is too long', `<${letters(1_001)}/>`),
  broken('words behind the end of a tag', '<a / >'),
  broken('a prefix that stands for nothing', '<b:a/>'),
  broken('an attribute with a prefix that stands for nothing', '<a b:c=""/>'),
  broken('a prefix that is declared elsewhere', '<a xmlns:b="c"/><b:d/>'),
  broken('elements that are nested too deep', '<a>'.repeat(1_000), '</a>'.repeat(1_000)),
  broken('an end of another element', '<a></b>'),
  broken('an end of a longer name', '<a></ab>'),
  beforeRoot('an end of nothing before it', '</a>'),
  broken('an instruction without a name', '<? a?>'),
  broken('too many pieces', '<a/>'.repeat(200_001)),
  broken('a document type within it', '<!DOCTYPE svg>'),
  beforeRoot('two document types', '<!DOCTYPE svg><!DOCTYPE svg>'),
  beforeRoot('a document type with entities', '<!DOCTYPE svg [<!ENTITY a "b">]>'),
  beforeRoot('text before it', ' x'),
  beforeRoot('text behind its declaration', '<?xml version="1.0"?>x'),
  beforeRoot('a late declaration', '<!-- --><?xml version="1.0"?>'),
  beforeRoot('another encoding', '<?xml version="1.0" encoding="latin1"?>'),
  broken('a tag that is too long', `<a b="${letters(1_048_570)}"/>`),
  broken('an empty tag', '<>'),
  broken('a declaration of no kind', '<!ELEMENT a>'),
  broken('a tag in a tag', '<a b="<"/>'),
  broken('a byte that begins no character', '\xff'),
  broken('a byte that begins one too long', '\xf5\x80\x80\x80'),
  broken('a byte within a character alone', '\x80'),
  broken('a character that is written too long', '\xc0\xaf'),
  broken('a character of three bytes that is written too long', '\xe0\x80\xaf'),
  broken('a character of four bytes that is written too long', '\xf0\x80\x80\xaf'),
  broken('half a pair', '\xed\xa0\x80'),
  broken('a character beyond the last', '\xf4\x90\x80\x80'),
  broken('a character that is cut', '\xc3a'),
  broken('a control character', '\x01'),
  broken('a zero', '\0'),
  sample('a root that does not end', svg(hidden, '<g>'), 'refused'),

  sample(
    'names of many letters',
    svg(hidden, `<_a.B-9:c xmlns:_a.B-9="x" \xc3\xbc="" ${letters(1_000)}=""/>`),
    gone('text'),
    {
      strip: gone('text', 'application'),
    },
  ),
  readable('other quotes', `<a b='"' c="'"/>`),
  readable('spaces in tags', '<a\t\r\n b = "c" ></a\n>'),
  readable('brackets in attributes', '<a b=">"/>'),
  readable(
    'characters of each length',
    'a\xc3\xbc\xe0\xa4\x85\xed\x9f\xbf\xee\x80\x80\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf',
  ),
  readable('data that look like tags', '<![CDATA[ <a ]]> ]]>'),
  readable('elements that are nested deep', '<a>'.repeat(998), '</a>'.repeat(998)),
  readable(
    'as many attributes as may be',
    `<a ${Array.from({ length: 1_000 }, (_, index) => `b${index}=""`).join(' ')}/>`,
  ),
  sample(
    'a declaration and a type',
    bytesOf('\xef\xbb\xbf<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg>', svg(hidden)),
    gone('text'),
  ),
  sample(
    'a declaration of plain text',
    bytesOf("<?xml version='1.0' encoding='us-ascii'?>", svg(hidden)),
    gone('text'),
  ),
]

export const damagedSvgs: DamagedSample[] = [...pictures, ...notes, ...documents].map((each) => ({
  ...each,
  name: `SVG with ${each.name}`,
}))
