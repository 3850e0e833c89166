import type { albumsMessages as english, albumsNotices as englishNotices } from './en.ts'

export const albumsMessages: typeof english = {
  album: {
    title: '相册',
    lead: '把图片归到一起，也可以通过链接分享给他人。',
    newName: '新相册',
    name: '名称',
    edit: '编辑',
    description: '描述',
    descriptionHint: '显示在公开页面的名称下方。',
    newestFirst: '改为最新的在前，不再使用手动顺序',
    openPublic: '打开公开页面',
    openPublicOf: (name) => `打开“${name}”的公开页面`,
    arrangeHint: '拖动图片即可调整顺序。',
    order: '在相册中的顺序',
    places: { first: '移到最前', earlier: '前移', later: '后移', last: '移到最后' },
    useAsCover: '设为封面',
    all: '全部相册',
    add: '创建',
    empty: '还没有相册',
    emptyHint: '在上面为第一个相册取名，然后在图库中选择图片移入。',
    isPublic: '可通过链接访问',
    publicLink: '公开链接',
    publish: '设为公开',
    unpublish: '设为私有',
    deleteQuestion: '相册将被删除，其中的图片仍保留在图库中。',
    deleteThis: '删除相册',
  },
}

export const albumsNotices: typeof englishNotices = {
  albumAdded: (about) => `相册“${about}”已创建。可在图库中选择图片放入。`,
  coverSet: (about) => `该图片现在是“${about}”的封面。`,
  albumOrdered: (about) => `“${about}”中的图片已按新顺序排列。`,
  albumPublished: (about) => `“${about}”现在有公开页面，知道链接的人都能看到。`,
  albumHidden: (about) => `“${about}”不再公开，原链接已失效。`,
  albumDeleted: (about) => `相册“${about}”已删除，其中的图片仍在图库中。`,
  albumRestored: (about) => `相册“${about}”已恢复，但不再公开。`,
}
