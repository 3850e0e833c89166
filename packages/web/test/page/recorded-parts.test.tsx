/** @jsxImportSource hono/jsx */
import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { copyFormatsOf, createImageLinks } from '@pictoglyph/site/images/image-addresses'
import type { Image } from '@pictoglyph/site/language/records'
import { languages } from '../../src/language.ts'
import { CopyPanel } from '../../src/page/copy-panel.tsx'
import { renderPage } from '../../src/page/html-page.tsx'
import { Icon } from '../../src/page/icon.tsx'
import { type IconName, iconShapes } from '../../src/page/icon-shapes.ts'
import { frameClass, GridPicture, GridTile } from '../../src/page/image-grid.tsx'
import { Masthead } from '../../src/page/masthead.tsx'
import { pictureOrigins } from '../../src/page/picture-origins.ts'
import { PictureViewer } from '../../src/page/picture-viewer.tsx'
import { themes } from '../../src/page/preferences.ts'
import { QrCode } from '../../src/page/qr-code.tsx'
import { QueueRow, RowButton, RowIcon } from '../../src/page/queue-row.tsx'
import { queueTexts } from '../../src/page/queue-texts.ts'
import { ratioClass, ratioRules } from '../../src/page/ratio-class.ts'
import { removedInSentence, removedMetadata } from '../../src/page/removed-metadata.ts'
import { seeThroughClass } from '../../src/page/see-through.ts'
import { plainFace } from '../../src/page/site-face.ts'
import { isTiny, viewedPicture } from '../../src/page/viewed-picture.ts'
import { linesOfHtml, linesOfJson, shortened } from '../recorded-lines.ts'

const links = createImageLinks('https://images.example')

function imageOf(given: Partial<Image['file']>, title = 'Sea & <sky>'): Image {
  return {
    id: 'abc',
    ownerId: 'o',
    ownerName: 'owner',
    ownerDisplayName: '',
    categoryId: 'c',
    title,
    description: '',
    fileName: '',
    createdAtMs: 0,
    deletedAtMs: null,
    takenDown: null,
    expiresAtMs: null,
    receivedSha256: '',
    keyId: null,
    removed: [],
    file: {
      address: 'a'.repeat(64),
      sizeBytes: 9,
      type: 'image/jpeg',
      width: 4_000,
      height: 3_000,
      frames: 1,
      ...given,
    },
  }
}

/** Pictures on each side of each bound of a tile. */
const pictures: Record<string, Image> = {
  photograph: imageOf({}),
  drawing: imageOf({ type: 'image/svg+xml' }),
  animation: imageOf({ type: 'image/gif', frames: 2 }),
  'a pixel under tiny': imageOf({ width: 159, height: 20, type: 'image/png' }),
  tiny: imageOf({ width: 160, height: 20, type: 'image/png' }),
  panorama: imageOf({ width: 9_000, height: 300 }),
  'high panorama': imageOf({ width: 300, height: 9_000 }),
  'of the smallest rendition': imageOf({ width: 320, height: 240 }),
  'of a middle rendition': imageOf({ width: 700, height: 500 }, ''),
}

const html = (node: unknown) => linesOfHtml(String(node))

test('each part of a page is as recorded', async () => {
  const lines: string[] = []
  const about = (part: string, more: readonly string[]) => void lines.push('', `# ${part}`, ...more)
  for (const [name, image] of Object.entries(pictures)) {
    about(name, [
      ...html(<GridTile image={image} id="tile" />),
      ...html(<GridPicture image={image} alt="alt" links={links} />),
      ...html(<GridPicture image={image} alt="alt" links={links} placeholder="AA" src="/kept" />),
      [frameClass(image), frameClass(image, 'AA'), seeThroughClass(image), isTiny(image.file)].join(' | '),
      ...linesOfJson(viewedPicture(links, image)),
      ...linesOfJson(viewedPicture(links, image, '/download').downloadUrl),
    ])
  }
  about(
    'A code',
    [String(<QrCode address="https://images.example/p/abc" label="Code" />).replaceAll('M', '\nM')]
      .join('')
      .split('\n'),
  )
  const names = { ...copyFormatsOf(links, imageOf({})), page: 'page' }
  const tabs = { link: 'L', markdown: 'M', html: 'H', bbcode: 'B', thumbnail: 'T' }
  const words = { format: 'F', tabs, linked: 'with', copy: 'C', copied: 'D', names }
  about(
    'The panel',
    html(<CopyPanel formats={copyFormatsOf(links, imageOf({}))} pageUrl="/p" words={words} />),
  )
  about(
    'A row',
    html(
      <QueueRow>
        <RowButton action="retry" words="Again" />
        <RowIcon action="copy" icon="copy" words="Copy" />
      </QueueRow>,
    ),
  )
  for (const language of languages) {
    about(`The viewer, ${language}`, [
      ...html(<PictureViewer language={language} canChange={false} />),
      ...html(<PictureViewer language={language} canChange />),
    ])
    const kinds = [
      'exif',
      'location',
      'preview',
      'xmp',
      'iptc',
      'comment',
      'text',
      'time',
      'application',
      'trailing',
      'toString',
    ]
    const removed = kinds.map((kind) => ({ kind, bytes: 1 })) as Image['removed']
    about(`Removed, ${language}`, [
      removedMetadata(removed, language),
      removedInSentence(removed, language),
      removedInSentence(removed.slice(0, 1), language),
    ])
  }
  about('Words of a queue', linesOfJson(queueTexts))
  about('Shapes', [
    [0.1, 0.5, 0.517, 0.518, 1, 1.5, 2.85, 2.95, 3, 9]
      .map((ratio) => ratioClass({ width: ratio * 1_000, height: 1_000 }))
      .join(' '),
    ...ratioRules.split('\n'),
  ])
  about(
    'Icons',
    (Object.keys(iconShapes) as IconName[]).map((name) => String(<Icon name={name} />)),
  )
  about('Origins', [
    pictureOrigins('https://images.example/base', {}).join(' '),
    pictureOrigins('https://images.example', {
      redirect: (address) => `https://store.example/${address}`,
    }).join(' '),
    pictureOrigins('https://images.example', { redirect: () => 'https://images.example/x' }).join(' '),
  ])
  await expectRecorded(new URL('./recorded-parts.txt', import.meta.url), lines)
})

test('the frame of a page is as recorded, with each of its parts and without', async () => {
  const lines: string[] = []
  const known = new Set<string>()
  const query = new URLSearchParams('lang=en&x=1')
  for (const language of languages)
    for (const theme of themes) {
      const face = {
        ...plainFace,
        'site.links': [{ label: 'L & <l>', url: 'https://l.example' }],
        'site.abuse': 'mailto:a@b.example',
        'site.robots': 'noindex' as const,
        'site.name': 'Ours',
      }
      for (const site of [plainFace, face]) {
        const preferences = { language, theme, path: '/a/b', site, query }
        const plain = { preferences, title: 'T & <t>', body: <Masthead preferences={preferences} /> }
        const whole = {
          ...plain,
          description: 'D',
          css: 'a{}',
          scripts: ['./a.js', './b.js'],
          icon: './i.svg',
          head: <meta name="m" />,
          allow: { 'connect-src': "'self'", 'form-action': "'self'" },
          status: 404,
          headers: { 'X-More': 'm' },
          body: (
            <Masthead preferences={preferences} from="/">
              <a href="./">The page of an example</a>
            </Masthead>
          ),
        }
        for (const page of [plain, whole]) {
          const rendered = renderPage(page)
          const headers = Object.entries(rendered.headers).map((one) =>
            one.join(': ').replace(/'sha256-[^']+'/, 'SHA256'),
          )
          lines.push(
            '',
            `# ${language} ${theme} ${site['site.name']} ${page.title === whole.title && page === whole ? 'whole' : 'plain'}`,
            ...headers,
            ...shortened(linesOfHtml(rendered.html), known),
          )
        }
      }
    }
  await expectRecorded(new URL('./recorded-frame.txt', import.meta.url), lines)
})
