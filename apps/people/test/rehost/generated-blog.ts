import fc from 'fast-check'

/** A piece of a document, and the same with each address replaced by a link. */
interface Piece {
  before: string
  /** @param link the link of a picture by its path */
  after: (link: (path: string) => string) => string
  /** Pictures that it shows, from the root of the blog. */
  pictures: string[]
  /** What it holds that looks like the address of a picture and is not understood. */
  left?: string[]
}

/** A document of a blog. */
interface Post {
  name: string
  pieces: Piece[]
  front: Piece
  lineEnd: string
}

const folders = ['img', 'assets/deep', '.'] as const
const stems = ['one', 'two words', 'drei', '图', 'a_b', 'five(5)'] as const

/** A picture by its path from the blog's root. */
export const picturePaths = folders.flatMap((folder) =>
  stems.map((stem) => (folder === '.' ? `${stem}.png` : `${folder}/${stem}.png`)),
)

const anyPicture = fc.constantFrom(...picturePaths)
const plainPicture = fc.constantFrom(...picturePaths.filter((path) => /^[\w./]+$/.test(path)))
const fragment = fc.constantFrom('', '#center', '#gh-dark-mode-only')
const encoded = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/').replaceAll('(', '%28').replaceAll(')', '%29')

/** One address in a frame of other text. */
const framed = (picture: fc.Arbitrary<string>, ...frames: [string, string][]): fc.Arbitrary<Piece> =>
  fc.tuple(picture, fragment, fc.constantFrom(...frames)).map(([path, hash, [open, close]]) => ({
    before: `${open}/${encoded(path)}${hash}${close}`,
    after: (link) => `${open}${link(path)}${hash}${close}`,
    pictures: [path],
  }))

const bare = (...frames: [string, string][]): fc.Arbitrary<Piece> =>
  fc.tuple(plainPicture, fc.constantFrom(...frames)).map(([path, [open, close]]) => ({
    before: `${open}/${path}${close}`,
    after: (link) => `${open}"${link(path)}"${close}`,
    pictures: [path],
  }))

const wiki: fc.Arbitrary<Piece> = fc
  .tuple(
    fc.constantFrom(...picturePaths.filter((path) => !path.includes('('))),
    fc.constantFrom('', '#center'),
    fc.constantFrom('', '|300', '|300x200', '|some words', '|words|120'),
  )
  .map(([path, hash, label]) => ({
    before: `![[${path}${hash}${label}]]`,
    after: (link) => `![${label.slice(1)}](${link(path)}${hash})`,
    pictures: [path],
  }))

const wikiLink: fc.Arbitrary<Piece> = plainPicture.map((path) => ({
  before: `see [[${path}|the picture]]`,
  after: (link) => `see [the picture](${link(path)})`,
  pictures: [path],
}))

const fullSize: fc.Arbitrary<Piece> = fc.tuple(anyPicture, anyPicture).map(([small, large]) => ({
  before: `[![](/${encoded(small)})](/${encoded(large)} "title")`,
  after: (link) => `[![](${link(small)})](${link(large)} "title")`,
  pictures: [small, large],
}))

const srcset: fc.Arbitrary<Piece> = fc.tuple(plainPicture, plainPicture).map(([a, b]) => ({
  before: `<picture><source srcset="/${a} 1x, /${b} 2x"></picture>`,
  after: (link) => `<picture><source srcset="${link(a)} 1x, ${link(b)} 2x"></picture>`,
  pictures: [a, b],
}))

const still = (...texts: string[]): fc.Arbitrary<Piece> =>
  fc.constantFrom(...texts).map((text) => ({ before: text, after: () => text, pictures: [] }))

const leftOver: fc.Arbitrary<Piece> = fc
  .constantFrom<[string, string]>(
    ['[a link to a picture](/img/one.png)', '/img/one.png'],
    ['{{ resize_image(path="/img/one.png") }}', '/img/one.png'],
    ['{% img /img/drei.png %}', '/img/drei.png'],
    [":::image source='/img/one.png':::", '/img/one.png'],
    ['<https://elsewhere.example/a.png>', 'https://elsewhere.example/a.png'],
    ['<img data-src="/img/one.png">', '/img/one.png'],
    ['[a link by its name](one.png)', 'one.png'],
    ['<p style="background: url(/img/one.png)">words</p>', '/img/one.png'],
    ['<img src="{{ base }}/img/one.png">', '{{ base }}/img/one.png'],
  )
  .map(([text, address]) => ({ before: text, after: () => text, pictures: [], left: [address] }))

const piece: fc.Arbitrary<Piece> = fc.oneof(
  {
    weight: 4,
    arbitrary: framed(
      anyPicture,
      ['![alt](', ')'],
      ['![](<', '>)'],
      ['![a](', ' "a title.png")'],
      ['> ![quoted](', ')'],
    ),
  },
  {
    weight: 2,
    arbitrary: framed(
      anyPicture,
      ['<img src="', '" alt="photo.png">'],
      ["<img alt=x src='", "' />"],
      ['<p align=center><img src="', '"></p>'],
    ),
  },
  { weight: 2, arbitrary: bare(['<img src=', '>'], ['text <img alt=x src=', ' width=3>']) },
  {
    weight: 2,
    arbitrary: framed(
      anyPicture,
      ['{{< figure src="', '" alt="An x.png" >}}'],
      ['{{% figure src="', '" %}}'],
      ["{{< img class=wide src='", "' >}}"],
    ),
  },
  {
    weight: 1,
    arbitrary: framed(
      plainPicture,
      ['<Image src={"', '"} alt="x" />'],
      ["<Hero src={'", "'} />"],
      ['<Photo src="', '"/>'],
    ),
  },
  { weight: 3, arbitrary: wiki },
  { weight: 1, arbitrary: wikiLink },
  { weight: 2, arbitrary: fullSize },
  { weight: 1, arbitrary: srcset },
  { weight: 1, arbitrary: leftOver },
  {
    weight: 4,
    arbitrary: still(
      'Some words — 中文 🙂, nothing else.',
      '```\n![x](/img/one.png)\n![[one.png]]\n```',
      '`<img src="/img/one.png">`',
      '<!-- ![x](/img/one.png) -->',
      '{{</* figure src="/img/one.png" */>}}',
      'A file called one.png is mentioned.',
      '## A heading\n\n* list\n* list\n',
      '[words](/about/)',
      '<Photo src={hero} alt="x" />',
      '<img src="{{ picture }}">',
      '{{< youtube abc >}}',
      '| a | b |\n|---|---|\n| 1 | 2 |',
    ),
  },
)

const front: fc.Arbitrary<Piece> = fc
  .tuple(anyPicture, plainPicture, fc.nat(8))
  .map(([a, b, kind]): Piece => {
    const yaml = (lines: (p: (path: string) => string) => string): Piece => ({
      before: `---\ntitle: "A post about a.png"\n${lines((path) => `/${encoded(path)}`)}\ndraft: false # image: no.png\n---\n`,
      after: (link) =>
        `---\ntitle: "A post about a.png"\n${lines(link)}\ndraft: false # image: no.png\n---\n`,
      pictures: [a, b],
    })
    const toml = (lines: (p: (path: string) => string) => string): Piece => ({
      before: `+++\ntitle = "x"\n${lines((path) => `/${encoded(path)}`)}\n+++\n`,
      after: (link) => `+++\ntitle = "x"\n${lines(link)}\n+++\n`,
      pictures: [a, b],
    })
    switch (kind) {
      case 0:
        return yaml((p) => `cover: ${p(a)}\nthumbnail: "${p(b)}"`)
      case 1:
        return yaml((p) => `cover:\n  image: '${p(a)}'\n  alt: some.png\nimages:\n  - ${p(b)}`)
      case 2:
        return yaml((p) => `images: [${p(a)}, "${p(b)}"]`)
      case 3:
        return toml((p) => `image = "${p(a)}"\nbanner = '${p(b)}'`)
      case 4:
        return toml((p) => `images = ["${p(a)}", "${p(b)}"]\n[params]\nhero_image = "${p(b)}"`)
      case 5:
        return {
          before: `{\n  "title": "x",\n  "cover": "/${encoded(a)}",\n  "images": ["/${encoded(b)}"]\n}\n`,
          after: (link) => `{\n  "title": "x",\n  "cover": "${link(a)}",\n  "images": ["${link(b)}"]\n}\n`,
          pictures: [a, b],
        }
      case 6:
        return {
          before: `---\ncover: "[[${b}]]"\nimages:\n- '[[${b}|words]]'\n---\n`,
          after: (link) => `---\ncover: "${link(b)}"\nimages:\n- '${link(b)}'\n---\n`,
          pictures: [b],
        }
      case 7:
        return yaml((p) => `og_image: >-\n  ${p(a)}\nsummary: |\n  one.png is nice\nbanner: ${p(b)}`)
      default:
        return { before: '', after: () => '', pictures: [] }
    }
  })

const post = fc.record({
  pieces: fc.array(piece, { minLength: 1, maxLength: 12 }),
  front,
  lineEnd: fc.constantFrom('\n', '\n', '\r\n'),
})

/** A blog of a few posts; the key `hero_image` of its front matter holds pictures too. */
export const blog: fc.Arbitrary<Post[]> = fc
  .array(post, { minLength: 1, maxLength: 3 })
  .map((posts) =>
    posts.map((one, at) => ({ ...one, name: at % 2 === 0 ? `posts/${at}.md` : `posts/${at}.mdx` })),
  )

/** The text of a post as it is written. */
export const textBefore = ({ front, pieces, lineEnd }: Post): string =>
  (front.before + pieces.map(({ before }) => before).join('\n\n')).replaceAll('\n', lineEnd)

/** The text of a post once its pictures have moved. */
export const textAfter = ({ front, pieces, lineEnd }: Post, link: (path: string) => string): string =>
  (front.after(link) + pieces.map(({ after }) => after(link)).join('\n\n')).replaceAll('\n', lineEnd)
