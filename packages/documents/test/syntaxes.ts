/** A way to write images in documents. */
export interface Syntax {
  name: string
  kind: 'md' | 'mdx' | 'html'
  /** The document. Addresses that move stand in «», and those that are listed and left in ‹›. */
  marked: string
  /** Addresses that move, in their order, if they are written with escapes. */
  addresses?: string[]
  /** The document after the move, if more changes than the addresses. */
  after?: string
}

const md = (name: string, marked: string, more: Partial<Syntax> = {}): Syntax => ({
  name,
  kind: 'md',
  marked,
  ...more,
})
const mdx = (name: string, marked: string, more: Partial<Syntax> = {}) =>
  md(name, marked, { kind: 'mdx', ...more })
const html = (name: string, marked: string, more: Partial<Syntax> = {}) =>
  md(name, marked, { kind: 'html', ...more })

/** The link that takes the place of each address. */
export const link = 'https://img.example.org/i/q2pbILL3FK6ylW.png'

export const syntaxes: readonly Syntax[] = [
  md('an image', '![words](«img/a.png») and [words](b.html)'),
  md('an image with a title', '![](«a.png» "one") ![](«b.png» \'two\') ![](«c.png» (three))'),
  md('an address in angle brackets', '![](<«a b (1.png»> "t")', { addresses: ['a b (1.png'] }),
  md('brackets within an address', '![](«a(1(2)).png») ![[x]](«b.png»)'),
  md('escapes of Markdown', '![](«a\\_b\\(c&amp;d.png») \\![](‹e.png›)', { addresses: ['a_b(c&d.png'] }),
  md('percent signs, a query and a fragment', '![](«a%20b.png?c=1&d=2#e»)'),
  md(
    'references of each kind',
    '![x][one] ![Two][] ![three]\n\n[one]: «a.png»\n[two]: <«b.png»> "t"\n[THREE]:\n  «c.png»\n  (t)\n',
  ),
  md('a definition that only words refer to', '[x][only]\n\n[only]: ‹a.png›\n'),
  md('definitions with one name', '![twice]\n\n[twice]: «a.png»\n[twice]: ‹b.png›\n'),
  md('a picture that leads to its full size', '[![x](«a.png»)](«b.png» "t") [![x](«c.png»)](page.html)'),
  md('a link to a picture', '[words](‹a.png›) <‹https://x.example/b.png›> ‹https://x.example/c.png›'),
  md('a space in an address', '![x](‹img/a b.png› "t")'),
  md('quotations and lists', '> ![](«a.png»)\n> - ![](«b.png»)\n>\n> 1. ![](«c.png»\n>    "t")\n'),
  md('tables', '| a | b |\n|---|---|\n| ![](«a.png») | ![[b.png\\|300]] |\n', {
    after: `| a | b |\n|---|---|\n| ![](${link}) | ![300](${link}) |\n`,
    addresses: ['a.png', 'b.png'],
  }),
  md('notes, strikethrough and emphasis', '~~![](«a.png»)~~ **![](«b.png»)**[^1]\n\n[^1]: ![](«c.png»)\n'),
  md('headings', '# ![](«a.png»)\n\n![](«b.png»)\n===\n'),
  md(
    'code',
    '`![](a.png)` ``<img src="a.png">``\n\n    ![](a.png)\n\n```md\n![[a.png]]\n{{< figure src="a.png" >}}\n```\n\n~~~\na/b.png\n~~~\n',
  ),
  md(
    'comments',
    '<!-- ![](a.png) <img src="a.png"> ![[a.png]] -->\n\nx <!-- {{< figure src="a.png" >}} --> y\n',
  ),
  md('a comment that does not end', 'x\n\n<!-- <img src="a.png"> ![[b.png]]\n'),
  md('words that name files', 'The file a.png, *b.png* and (c.png) are here.'),
  md(
    'line ends of Windows',
    '\ufeff---\r\ncover: «a.png»\r\n---\r\n\r\n![](«b.png»)\r\n<img\r\n src="«c.png»">\r\n',
  ),
  md('letters of all the world', '🙂![图](«图/🙂.png») ![](<«é è.png»>)', {
    addresses: ['图/🙂.png', 'é è.png'],
  }),
  md('an address in the document itself', '![](«data:image/png;base64,AAAA») ![](#x) ![]()', {
    addresses: ['data:image/png;base64,AAAA', '#x'],
    after: `![](${link}) ![](${link}) ![]()`,
  }),

  md('img in Markdown', '<img src="«a.png»" alt="b.png">\n\ntext <IMG SRC=\'«c&amp;d.png»\'/>', {
    addresses: ['a.png', 'c&d.png'],
  }),
  md('an attribute without quotes', '<img src=/img/a.png width=3>', {
    addresses: ['/img/a.png'],
    after: `<img src="${link}" width=3>`,
  }),
  md(
    'picture and srcset',
    '<picture>\n<source srcset="«a.png» 1x, «b.png» 2x">\n<img src="«c.png»" srcset=\'«d.png» 300w,«e.png»\'>\n</picture>',
  ),
  md(
    'a link of HTML to the full size',
    '<a href="«a.png»"><img src="«b.png»"></a> <a href="‹c.png›">words</a>',
  ),
  md('HTML in quotations', '> <p>\n> <img\n> src="«a.png»"\n> >\n> </p>\n'),
  md('a style', '<p style="background: url(‹a.png›)">words</p>'),
  md(
    'scripts and styles in Markdown',
    '<script>\nconst a = ["‹a.png›", ‹./c.png›,‹d.png?v=1,2#x›]\n</script>\n\n<style>p { background: url(\'‹b.png›\') }</style>\n',
  ),
  md('an attribute that scripts read', '<img data-src="‹a.png›" class="b.png">'),

  html(
    'an HTML document',
    '<!doctype html><title>a.png</title><img src="«a.png»" alt="b.png"><img src=\' «c.png» \'>',
  ),
  html('HTML without quotes', '<img src=a.png alt=x>', {
    addresses: ['a.png'],
    after: `<img src="${link}" alt=x>`,
  }),
  html('HTML: srcset', '<img srcset="«data:image/png;base64,AAAA» 1x, «b(1).png» 2x,, «c.png»">'),
  html(
    'HTML: picture, video and input',
    '<picture><source srcset="«a.png»"></picture><video poster="«b.png»" src="c.mp4"></video><input type=IMAGE src="«d.png»"><input src="‹e.png›">',
  ),
  html('HTML: entities', '<img src="«a&amp;b&#46;png»">', { addresses: ['a&b.png'] }),
  html(
    'HTML: templates and noscript',
    '<template><img src="«a.png»"></template><noscript><img src="«b.png»"></noscript>',
  ),
  html(
    'HTML: style, script and meta',
    '<style>p{background:url( "‹a b.png›" )}</style><script>x = "<img src=‹c.png›>"</script><meta property="og:image" content="‹d.png›"><link rel="icon" href="‹e.png›"><p style="background:url(‹f.png›)">',
  ),
  html(
    'HTML: comments and text',
    '<!-- <img src="a.png"> --><pre>&lt;img src="a.png"></pre><textarea><img src="a.png"></textarea>',
  ),
  html(
    'HTML: a link to the full size',
    '<a href="«a.png»"><img src="«b.png»"></a><a href="‹c.png›">words</a>',
  ),

  md(
    'YAML: plain values',
    '---\ntitle: a.png\ncover: «img/a b.png» # b.png\nimage:   «https://x.example/c»\nhero: ‹d.png›\n---\n',
  ),
  md(
    'YAML: values in quotes',
    '---\ncover: "«a.png»"\nthumbnail: \'«it\'\'s.png»\'\nbanner: "«a\\u0062.png»"\n"og_image": «c.png»\n---\n',
    {
      addresses: ['a.png', "it's.png", 'ab.png', 'c.png'],
    },
  ),
  md(
    'YAML: lists',
    '---\nimages:\n- «a.png»\n- "«b.png»"\n-   - «c.png»\nimage: [«d.png», "«e,f.png»", \'«g.png»\']\n---\n',
  ),
  md('YAML: lists over several lines', '---\nimages: [\n  «a.png», # x.png\n  "«b.png»"\n]\n---\n'),
  md(
    'YAML: maps',
    '---\ncover:\n  image: «a.png»\n  alt: b.png\nseo: { images: [{ url: «c.png», alt: d.png }], other: ‹e.png› }\nlist:\n- name: x\n  image: «f.png»\n---\n',
  ),
  md(
    'YAML: blocks',
    '---\nog_image: >-\n  «a.png»\nimages: |\n  «b.png»\n  «c.png»\nsummary: |\n  d.png\nbanner:\n  «words\n  e.png»\n---\n',
    { addresses: ['a.png', 'b.png', 'c.png', 'words e.png'] },
  ),
  md('YAML: comments, anchors and tags', '---\n# image: a.png\nimage: &x !!str «b.png»\nbanner: *x\n---\n'),
  md(
    'YAML: names in a vault',
    '---\ncover: "«[[a b.png]]»"\nimages:\n- \'«![[c.png|words]]»\'\nhero: "[[‹d.png›]]"\n---\n',
    {
      addresses: ['a b.png', 'c.png'],
    },
  ),
  md(
    'YAML that ends with dots, and what is no front matter',
    '---\ncover: «a.png»\n...\n---\n\ncover: ![](«b.png»)\n\n---\n',
  ),
  md(
    'YAML with mistakes',
    '---\ntitle: one: two\ncover: «a.png»\n\tx: {{ y }}\nimage: «b.png»\nimage: "«c.png»"\n---\n',
  ),
  md(
    'TOML: values',
    '+++\ntitle = "a.png"\nimage = "«a.png»" # b.png\nbanner = \'«c.png»\'\nhero = "‹d.png›"\n+++\n',
  ),
  md(
    'TOML: tables and dots',
    '+++\ncover.image = "«a.png»"\n[params]\nimages = ["«b.png»", \'«c.png»\']\n[[params.cover]]\nsrc = "«d.png»"\nalt = "e.png"\n+++\n',
  ),
  md(
    'TOML: lists, maps and several lines',
    '+++\nimages = [\n  "«a.png»", # x.png\n  "«b\\u0062.png»",\n]\nextra = { image = "«c.png»", alt = "d.png" }\nbanner = """«e.png»"""\nthumbnail = \'\'\'\n«f.png»\'\'\'\n+++\n',
    {
      addresses: ['a.png', 'bb.png', 'c.png', 'e.png', 'f.png'],
    },
  ),
  md(
    'JSON',
    '{\n\t"title": "a.png",\n\t"cover": "«img\\/a.png»",\n  "images": ["«b.png»", { "src": "«c.png»", "alt": "d.png" }],\n  "hero": "‹e.png›"\n}\n\n![](«f.png»)\n',
    {
      addresses: ['img/a.png', 'b.png', 'c.png', 'f.png'],
    },
  ),

  mdx(
    'MDX: components',
    'import hero from "‹./a.png›"\n\n<Image src="«b.png»" alt="c.png" /> <Hero src={"«d.png»"} /> <Photo src={\'«e.png»\'}></Photo>\n<Hero image={`«f.png»`} />\n\n<Photo src={hero} />\n',
  ),
  mdx(
    'MDX: tags over several lines, with objects',
    '<Image\n  style={{ width: 3 }}\n  src="«a.png»"\n  {...rest}\n  onLoad={() => { x() }}\n  poster={ "«b.png»" }\n>\n</Image>\n',
  ),
  mdx('MDX: tags in values', '<Figure caption={<img src="«a.png»" />} src="«b.png»" />\n'),
  mdx(
    'MDX: Markdown between tags',
    '<Figure>\n![x](«a.png» "t") `![](b.png)` ``<img src="c.png">`` \\![](‹d.png›) ![](<«e.png»>)\n![two\nlines](«f.png») <img src="«/g»" />\n</Figure>\n',
  ),
  mdx(
    'MDX: comments',
    '{/* ![](a.png) <Image src="b.png" /> */}\n\n<Figure>\n{/* ![](c.png) */}\n</Figure>\n',
  ),
  mdx(
    'MDX: programs that load pictures',
    '<Image src={require("‹./a.png›")} />\n\nexport const b = "‹/img/b.png›"\n',
  ),
  md(
    'Hugo: shortcodes',
    '{{< figure src="«a.png»" alt="b.png" >}}\n{{% img class=wide src=\'«c.png»\' %}}\n{{< figure\n  src="«d.png»"\n  link=`«e.png»`\n/>}}\n{{< img src=f.png >}}',
    {
      addresses: ['a.png', 'c.png', 'd.png', 'e.png', 'f.png'],
      after: `{{< figure src="${link}" alt="b.png" >}}\n{{% img class=wide src='${link}' %}}\n{{< figure\n  src="${link}"\n  link=\`${link}\`\n/>}}\n{{< img src="${link}" >}}`,
    },
  ),
  md(
    'Hugo: examples, and values by their place',
    '{{</* figure src="a.png" */>}} {{%/* figure src="a.png" */%}}\n{{< img "‹b.png›" >}}\n{{ with "‹c.png›" }}\n',
  ),
  md(
    'Hexo and Jekyll',
    '{% img ‹/img/a.png› %}\n{% include image.html src="«b.png»" caption="c.png" %}\n{% asset_img ‹d.png› words %}\n![](‹{{ site.url }}/e.png›)\n<img src="‹{{ base }}/f.png›">\n',
  ),
  md('Zola and Eleventy', '{{ resize_image(path="‹a.png›", width=3) }}\n{% image "‹./b.png›", "words" %}\n'),
  md(
    'Obsidian',
    '![[a b.png]] ![[c.png|300]] ![[d.png#x|words|300x20]] [[e.png|words]] [[f.png]] [[page]] ![[note#h]]',
    {
      addresses: ['a b.png', 'c.png', 'd.png#x', 'e.png', 'f.png'],
      after: `![](${link}) ![300](${link}) ![words|300x20](${link}) [words](${link}) [f.png](${link}) [[page]] ![[note#h]]`,
    },
  ),
  md(
    'MyST',
    ':::{figure} ‹a.png›\n:::\n\n```{figure} ‹b.png›\n:width: 3\n```\n\n```{image} ‹c.png›\n```\n\n{image}`d.png`\n',
  ),
  md(
    'Docusaurus and Docs',
    ":::image source='‹a.png›':::\n\n:::tip\n![](«b.png»)\n:::\n\n<ThemedImage sources={{ light: '‹c.png›' }} />\n\n![x](«d.png»){ width=3 }\n",
  ),
  md('reStructuredText', '.. image:: ‹a.png›\n   :alt: words\n\n.. figure:: ‹img/b.png›\n'),
]
