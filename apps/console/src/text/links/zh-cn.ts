import type { linksMessages as english, linksNotices as englishNotices } from './en.ts'

export const linksMessages: typeof english = {
  link: {
    title: '固定链接',
    lead: '链接的名称不变，指向的图片可以更换。',
    name: '名称',
    nameHint: '3 到 64 个字符，可用 a 到 z、0 到 9 和 -。',
    image: '图片',
    imageHint: '图片的 ID 或任一链接。',
    set: '设置链接',
    empty: '还没有固定链接',
    emptyHint: '在上面填写名称和要指向的图片。',
    address: '地址',
    leadsTo: '指向',
    gone: '图片已不在，链接失效',
    history: '历史',
    now: '当前',
    restore: '重新指向此图',
    end: '停用',
    endQuestion: '停用后该地址将无法访问，名称仍归您所有。',
    endThis: '停用此链接',
    ended: '已停用',
    resume: '恢复',
  },
}

export const linksNotices: typeof englishNotices = {
  linkSet: (about) => `链接“${about}”现在指向该图片。`,
  linkEnded: (about) => `已停用链接“${about}”。`,
}
