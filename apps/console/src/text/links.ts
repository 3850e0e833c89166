import { texts } from '@pictoglyph/web/texts'

export const linksTexts = texts({
  link: {
    title: ['Permanent links', '固定链接'],
    section: ['Permanent link', '固定链接'],
    all: ['All permanent links', '全部固定链接'],
    name: ['Name', '名称'],
    nameHint: ['3 to 64 of a to z, 0 to 9 and -.', '3 到 64 个字符，可用 a 到 z、0 到 9 和 -。'],
    image: ['Image', '图片'],
    imageHint: ['Its id or any of its links.', '图片的 ID 或任一链接。'],
    set: ['Create link', '创建链接'],
    address: ['Address', '地址'],
    gone: ['its image is deleted, so the link leads nowhere', '图片已不在，链接失效'],
    history: ['Last images', '最近的图片'],
    change: ['Change', '更改'],
    now: ['now', '当前'],
    restore: ['Use this image again', '重新指向此图'],
    end: ['End', '停用'],
    endQuestion: [
      'The address is not found any more. Its name stays yours.',
      '停用后该地址将无法访问，名称仍归您所有。',
    ],
    endThis: ['End this link', '停用此链接'],
    ended: ['ended', '已停用'],
    resume: ['Resume', '恢复'],
  },
})

export const linksNotices = texts({
  linkSet: [
    (about: string) => `The link “${about}” leads to that image now.`,
    (about: string) => `链接“${about}”现在指向该图片。`,
  ],
  linkEnded: [
    (about: string) => `The link “${about}” has ended.`,
    (about: string) => `已停用链接“${about}”。`,
  ],
})
