import { texts } from '@pictoglyph/web/texts'

export const albumsTexts = texts({
  album: {
    title: ['Albums', '相册'],
    lead: [
      'Group images, and show a group to others by a link if you want.',
      '把图片归到一起，也可以通过链接分享给他人。',
    ],
    newName: ['Name of the new album', '新相册的名称'],
    create: ['Create album…', '创建相册…'],
    name: ['Name', '名称'],
    edit: ['Edit', '编辑'],
    description: ['Description', '描述'],
    descriptionHint: ['Stands on the public page under the name.', '显示在公开页面的名称下方。'],
    newestFirst: ['Newest first, in place of the order by hand', '改为最新的在前，不再使用手动顺序'],
    openPublic: ['Open the public page', '打开公开页面'],
    openPublicOf: [
      (name: string) => `Open the public page of ${name}`,
      (name: string) => `打开“${name}”的公开页面`,
    ],
    arrangeHint: ['Drag images to put them in order.', '拖动图片即可调整顺序。'],
    order: ['Order in the album', '在相册中的顺序'],
    places: {
      first: ['To the start', '移到最前'],
      earlier: ['Earlier', '前移'],
      later: ['Later', '后移'],
      last: ['To the end', '移到最后'],
    },
    useAsCover: ['Use as cover', '设为封面'],
    all: ['All albums', '全部相册'],
    add: ['Create album', '创建相册'],
    empty: ['No albums yet', '还没有相册'],
    emptyHint: [
      'Give the first one a name above, then select images in the gallery and add them to it.',
      '在上面为第一个相册取名，然后在图库中选择图片移入。',
    ],
    addImages: ['Add images', '添加图片'],
    uploadNew: ['Upload new ones', '上传新图片'],
    fromGallery: ['Choose from the gallery', '从图库选择'],
    choosing: [(name: string) => `Select images for “${name}”.`, (name: string) => `为“${name}”选择图片。`],
    addHere: [(name: string) => `Add to “${name}”`, (name: string) => `加入“${name}”`],
    isPublic: ['public by link', '可通过链接访问'],
    share: ['Share', '分享'],
    shareHint: [
      'A public page shows the album to everyone who has its link.',
      '公开页面会把相册展示给知道链接的人。',
    ],
    publicLink: ['Public link', '公开链接'],
    publish: ['Make public', '设为公开'],
    unpublish: ['Make private', '设为私有'],
    randomLink: ['Random image', '随机图片'],
    offerRandom: ['Offer a random image', '提供随机图片地址'],
    endRandom: ['Stop offering a random image', '停止提供随机图片'],
    deleteQuestion: [
      'Deletes the album. Images stay in your gallery.',
      '相册将被删除，其中的图片仍保留在图库中。',
    ],
    deleteThis: ['Delete the album', '删除相册'],
  },
})

export const albumsNotices = texts({
  albumAdded: [
    (about: string) => `Album “${about}” created. Add images to it from the gallery.`,
    (about: string) => `相册“${about}”已创建。可在图库中选择图片放入。`,
  ],
  coverSet: [
    (about: string) => `The image is the cover of “${about}” now.`,
    (about: string) => `该图片现在是“${about}”的封面。`,
  ],
  albumOrdered: [
    (about: string) => `The images of “${about}” are in their new order.`,
    (about: string) => `“${about}”中的图片已按新顺序排列。`,
  ],
  albumPublished: [
    (about: string) => `“${about}” has a public page. Everyone who has its link can see it.`,
    (about: string) => `“${about}”现在有公开页面，知道链接的人都能看到。`,
  ],
  randomOffered: [
    (about: string) => `“${about}” has an address that leads to any of its images.`,
    (about: string) => `“${about}”现在有随机图片地址。`,
  ],
  randomEnded: [
    (about: string) => `“${about}” has no address of a random image any more.`,
    (about: string) => `“${about}”不再提供随机图片地址。`,
  ],
  albumHidden: [
    (about: string) => `“${about}” has no public page any more, and its old link is dead.`,
    (about: string) => `“${about}”不再公开，原链接已失效。`,
  ],
  albumDeleted: [
    (about: string) => `The album “${about}” is deleted. Its images are still in the gallery.`,
    (about: string) => `相册“${about}”已删除，其中的图片仍在图库中。`,
  ],
  albumRestored: [
    (about: string) => `The album “${about}” is back, without a public page.`,
    (about: string) => `相册“${about}”已恢复，但不再公开。`,
  ],
})
