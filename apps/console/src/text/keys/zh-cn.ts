import type { keysMessages as english, keysNotices as englishNotices } from './en.ts'

const keyWorks = (name: string, networks: string) =>
  `密钥“${name}”可用${networks === '' ? '' : `，但仅限来自 ${networks} 的请求`}`

export const keysMessages: typeof english = {
  key: {
    title: 'API 密钥',
    lead: '工具凭密钥以您的名义上传。',
    name: '名称',
    nameHint: '用途或使用地点，例如“公司的 ShareX”。',
    state: '状态',
    created: '创建时间',
    lastUsed: '最近使用',
    never: '从未',
    empty: '还没有密钥',
    emptyHint: '请为每个工具各创建一个，这样吊销其中之一不会影响其他。',
    unnamed: '未命名',
    restrictedTo: {
      categoryIds: '仅限分类',
      albumIds: '仅限相册',
      types: '仅限类型',
      maxBytes: '仅限文件大小',
      networks: '仅限来源网络',
    },
    active: '有效',
    expired: '已过期',
    revoked: '已吊销',
    until: '有效期至',
    noPermission: '没有权限',
    defaultCategory: '默认分类',
    defaultCategoryHint: '用于未指明分类的上传。',
    noDefault: '无',
    revoke: '吊销',
    revokeQuestion: '所有使用此密钥的工具将立即失效，且无法撤销。',
    revokeThis: '吊销密钥',
    newTitle: '新密钥',
    expiry: '有效期',
    expiryDays: (days) => (days === '' ? '永久' : `${days} 天`),
    permissions: '权限',
    permission: { 'images:upload': '上传图片' },
    lsky: '供兰空图床客户端使用',
    lskyHint: '响应中带有此类客户端所需的附加字段。',
    create: '创建密钥',
    shownOnce: '密钥仅在此显示一次',
    shownOnceHint: '请复制到使用之处。系统不保存可读形式；若遗失，请另建一个。',
    secret: 'API 密钥',
    toKeys: '返回密钥列表',
    use: '使用方法',
    address: '上传地址',
    configurations: '选择您的程序。密钥已填好，仅此页面显示一次。',
    configurationsHint: (placeholder) => `选择您的程序，并将 ${placeholder} 替换为您的密钥。`,
    download: '下载',
    testTitle: '试一试',
    testHint: '按此密钥的规则上传一张小图，并显示给您。',
    test: '发送测试图片',
  },
}

export const keysNotices: typeof englishNotices = {
  keyRevoked: (about) => `密钥“${about}”已吊销，不再可用。`,
  keyTested: (about, networks) => `${keyWorks(about, networks)}：这张测试图片就是用它上传的。`,
  keyTestedAgain: (about, networks) => `${keyWorks(about, networks)}。测试图片之前已上传，因此未新增图片。`,
  keyTestedBefore: (about, networks) =>
    `${keyWorks(about, networks)}。测试图片与他人已上传的一张相同，可查看其公开页面。`,
}
