import type { CopyFormatName } from '@pictoglyph/core'
import type { Language } from '@pictoglyph/http'
import type { CopyTab } from '@pictoglyph/http/page/copy-panel'

/** Every text of the detail and album pages in one language. */
export interface Messages {
  untitled: string
  dimensions: string
  size: string
  type: string
  frames: string
  uploaded: string
  by: string
  ends: string
  removed: string
  /** Stands before the names of what was removed, with the space that its language has there. */
  removedNote: string
  copyHeading: string
  copy: string
  copied: string
  open: string
  download: string
  emptyAlbum: string
  nothingLeft: string
  first: string
  more: string
  /** The name of the ways within an album. */
  album: string
  previous: string
  next: string
  format: string
  tabs: Record<CopyTab, string>
  linked: string
  qrCode: string
  /** The accessible name of the code. */
  qrCodeOf: string
  landingTitle: string
  landingLead: string
  toConsole: string
  toConsoleNote: string
  toPlayground: string
  toPlaygroundNote: string
  toDocs: string
  toDocsNote: string
  formats: Record<CopyFormatName | 'page', string>
}

const english: Messages = {
  untitled: 'Untitled image',
  dimensions: 'Dimensions',
  size: 'Size',
  type: 'Type',
  frames: 'Frames',
  uploaded: 'Uploaded',
  by: 'by',
  ends: 'Stays until',
  removed: 'Privacy',
  removedNote: 'Removed before it was stored: ',
  copyHeading: 'Share',
  copy: 'Copy',
  copied: 'Copied',
  open: 'Open the image',
  download: 'Download',
  emptyAlbum: 'There is no image in this album yet.',
  nothingLeft: 'No image is left on this page.',
  first: 'Back to the beginning',
  more: 'More',
  album: 'Album',
  previous: 'Previous',
  next: 'Next',
  format: 'Format',
  tabs: { link: 'Link', markdown: 'Markdown', html: 'HTML', bbcode: 'BBCode', thumbnail: 'Thumbnail' },
  linked: 'With a link to this page',
  qrCode: 'QR code',
  qrCodeOf: 'QR code of this page',
  landingTitle: 'Pictures kept, links given',
  landingLead:
    'Upload a picture from any program and get its link. The same site turns text into four symbols.',
  toConsole: 'Console',
  toConsoleNote: 'Sign in, upload, and look after your images, albums and keys.',
  toPlayground: 'Playground',
  toPlaygroundNote: 'Write a text as four symbols, and read it again.',
  toDocs: 'Documentation',
  toDocsNote: 'How programs upload images here.',
  formats: {
    page: 'Link to this page',
    url: 'Direct link',
    markdown: 'Markdown',
    markdownLinked: 'Markdown, linked to this page',
    html: 'HTML',
    htmlLinked: 'HTML, linked to this page',
    bbcode: 'BBCode',
    bbcodeLinked: 'BBCode, linked to this page',
    thumbnail: 'Thumbnail',
    thumbnailLinked: 'Markdown, thumbnail linked to this page',
  },
}

const chinese: Messages = {
  untitled: '未命名图片',
  dimensions: '尺寸',
  size: '大小',
  type: '类型',
  frames: '帧数',
  uploaded: '上传于',
  by: '上传者',
  ends: '保留至',
  removed: '隐私',
  removedNote: '保存前已移除：',
  copyHeading: '分享',
  copy: '复制',
  copied: '已复制',
  open: '打开图片',
  download: '下载',
  emptyAlbum: '这个相册里还没有图片。',
  nothingLeft: '此页已没有图片。',
  first: '回到开头',
  more: '更多',
  album: '相册',
  previous: '上一张',
  next: '下一张',
  format: '格式',
  tabs: { link: '链接', markdown: 'Markdown', html: 'HTML', bbcode: 'BBCode', thumbnail: '缩略图' },
  linked: '附带本页链接',
  qrCode: '二维码',
  qrCodeOf: '本页的二维码',
  landingTitle: '存好图片，给出链接',
  landingLead: '从任何程序上传图片，即得链接。本站还能把文字编成四个符号。',
  toConsole: '控制台',
  toConsoleNote: '登录后上传并管理图片、相册和密钥。',
  toPlayground: '密文工坊',
  toPlaygroundNote: '把文字写成四个符号，再读回来。',
  toDocs: '文档',
  toDocsNote: '程序如何在此上传图片。',
  formats: {
    page: '本页链接',
    url: '直链',
    markdown: 'Markdown',
    markdownLinked: 'Markdown（链接到本页）',
    html: 'HTML',
    htmlLinked: 'HTML（链接到本页）',
    bbcode: 'BBCode',
    bbcodeLinked: 'BBCode（链接到本页）',
    thumbnail: '缩略图',
    thumbnailLinked: 'Markdown 缩略图（链接到本页）',
  },
}

export const messagesIn: Readonly<Record<Language, Messages>> = { en: english, 'zh-CN': chinese }
