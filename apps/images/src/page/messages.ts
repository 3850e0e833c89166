import { inLanguages } from '@pictoglyph/web/texts'

export const messagesIn = inLanguages({
  untitled: ['Untitled image', '无标题图片'],
  dimensions: ['Dimensions', '尺寸'],
  size: ['Size', '大小'],
  type: ['Type', '类型'],
  frames: ['Frames', '帧数'],
  uploaded: ['Uploaded', '上传于'],
  by: ['by', '上传者'],
  ends: ['Expires', '到期时间'],
  /** `{kinds}` of metadata. */
  leavesOut: ['Removed before this image was stored: {kinds}.', '此图片不含{kinds}：保存前已移除。'],
  copyHeading: ['Share', '分享'],
  copy: ['Copy', '复制'],
  copied: ['Copied', '已复制'],
  open: ['Open the image', '打开图片'],
  download: ['Download', '下载'],
  /** Number of images in an album. `{number}` is formatted for the language. */
  oneImage: ['1 image', '1 张图片'],
  images: ['{number} images', '{number} 张图片'],
  emptyAlbum: ['There is no image in this album yet.', '这个相册里还没有图片。'],
  nothingLeft: ['No image is left on this page.', '此页已没有图片。'],
  first: ['Back to the beginning', '回到开头'],
  more: ['More', '更多'],
  /** The accessible name of the album navigation. */
  album: ['Album', '相册'],
  previous: ['Previous', '上一张'],
  next: ['Next', '下一张'],
  format: ['Format', '格式'],
  tabs: {
    link: ['Link', '链接'],
    markdown: ['Markdown', 'Markdown'],
    html: ['HTML', 'HTML'],
    bbcode: ['BBCode', 'BBCode'],
    thumbnail: ['Thumbnail', '缩略图'],
  },
  linked: ['With a link to this page', '附带本页链接'],
  report: ['Report', '举报'],
  qrCode: ['QR code', '二维码'],
  /** The accessible name of the QR code. */
  qrCodeOf: ['QR code of this page', '本页的二维码'],
  landingTitle: ['Upload an image, get its link', '上传图片，得到链接'],
  landingLead: [
    'This site keeps images and gives each a link for posts, pages and chats. It also turns text into four symbols.',
    '本站保存图片，并给出可用于帖子、网页和聊天的链接；还能把文字编成四个符号。',
  ],
  whatToDo: ['What you can do here', '您可以在这里'],
  toConsole: ['Upload and manage images', '上传和管理图片'],
  toConsoleNote: [
    'Sign in to the console for your images, albums and API keys.',
    '登录控制台，管理图片、相册和密钥。',
  ],
  toPlayground: ['Turn text into four symbols', '把文字编成四个符号'],
  toPlaygroundNote: [
    'And read such a text again, in the playground. No account needed.',
    '也可以还原。在密文工坊中进行，无需账户。',
  ],
  toDocs: ['Connect a program', '连接程序'],
  toDocsNote: [
    'ShareX, PicGo, curl and scripts upload with an API key.',
    'ShareX、PicGo、curl 和脚本可用 API 密钥上传。',
  ],
  signIn: ['Sign in', '登录'],
  readDocs: ['Documentation', '文档'],
  /** With `{types}` and `{size}`. */
  accepted: ['{types}, up to {size} each.', '{types}，每张最多 {size}。'],
  readyToCopy: [
    'Direct link, Markdown, HTML and BBCode, ready to copy.',
    '直链、Markdown、HTML 和 BBCode，一键复制。',
  ],
  /** By the policy on metadata. */
  leftOut: {
    strip: [
      'Camera data and location are removed before an image is stored.',
      '图片保存前会移除相机信息和位置。',
    ],
    location: ['Locations are removed before an image is stored.', '图片保存前会移除位置信息。'],
  },
  /** Title of the drawing, in its sample link. */
  hills: ['Hills', '远山'],
  formats: {
    page: ['Link to this page', '本页链接'],
    url: ['Direct link', '直链'],
    markdown: ['Markdown', 'Markdown'],
    markdownLinked: ['Markdown, linked to this page', 'Markdown（链接到本页）'],
    html: ['HTML', 'HTML'],
    htmlLinked: ['HTML, linked to this page', 'HTML（链接到本页）'],
    bbcode: ['BBCode', 'BBCode'],
    bbcodeLinked: ['BBCode, linked to this page', 'BBCode（链接到本页）'],
    thumbnail: ['Thumbnail', '缩略图'],
    thumbnailLinked: ['Markdown, thumbnail linked to this page', 'Markdown 缩略图（链接到本页）'],
  },
})

/** All texts of the detail and album pages in one language. */
export type Messages = (typeof messagesIn)['en']
