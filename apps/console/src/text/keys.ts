import type { Both } from '@pictoglyph/forms/both'
import { allRestrictions } from '@pictoglyph/site/keys/restrictions'
import { texts } from '@pictoglyph/web/texts'

const keyWorks = (name: string, networks: string) =>
  `The key “${name}” works${networks === '' ? '' : `, but only from ${networks}`}`

const chineseKeyWorks = (name: string, networks: string) =>
  `密钥“${name}”可用${networks === '' ? '' : `，但仅限来自 ${networks} 的请求`}`

const labels: Readonly<Record<string, Both>> = Object.fromEntries(
  allRestrictions.map(([, { field, label }]) => [field, label]),
)

export const keysTexts = texts({
  key: {
    title: ['API keys', 'API 密钥'],
    lead: ['A key lets a tool upload in your name.', '工具凭密钥以您的名义上传。'],
    name: ['Name', '名称'],
    nameHint: ['What or where it is for, such as “ShareX at work”.', '用途或使用地点，例如“公司的 ShareX”。'],
    state: ['State', '状态'],
    created: ['Created', '创建时间'],
    lastUsed: ['Last used', '最近使用'],
    never: ['never', '从未'],
    from: ['from', '来自'],
    newNetwork: ['new network', '新网络'],
    restrictions: ['Restrictions', '限制'],
    widerHint: [
      'Loosening a key needs your password. Programs need no change.',
      '放宽密钥前会确认您的身份。使用它的程序无需更改。',
    ],
    restrictionsHint: ['Empty fields don’t restrict.', '留空的项不作限制。'],
    empty: ['No keys yet', '还没有密钥'],
    emptyHint: [
      'Create one for each tool, so that you can revoke it without touching the others.',
      '请为每个工具各创建一个，这样吊销其中之一不会影响其他。',
    ],
    unnamed: ['Untitled', '无标题'],
    active: ['active', '有效'],
    expired: ['expired', '已过期'],
    revoked: ['revoked', '已吊销'],
    usedUp: ['used up', '已用完'],
    unreadable: ['unreadable', '无法读取'],
    unreadableHint: [
      'What this key may do is stored in a form that this version can’t read, so it lets no one in. Revoke it, and create another.',
      '此版本无法读取该密钥的限制，因此任何人都不能使用它。请吊销后重新创建。',
    ],
    until: ['until', '有效期至'],
    noPermission: ['No permissions', '没有权限'],
    defaultCategory: ['Default category', '默认分类'],
    defaultCategoryHint: ['For uploads that name none.', '用于未指明分类的上传。'],
    noDefault: ['none', '无'],
    revoke: ['Revoke', '吊销'],
    revokeQuestion: [
      'Every tool that uses this key stops working at once. This can’t be undone.',
      '所有使用此密钥的工具将立即失效，且无法恢复。',
    ],
    revokeThis: ['Revoke the key', '吊销密钥'],
    newTitle: ['Create API key', '创建 API 密钥'],
    expiry: ['Expires in', '有效期'],
    permissions: ['Permissions', '权限'],
    permission: {
      'images:upload': ['Upload images', '上传图片'],
    },
    lsky: ['Lsky Pro compatibility', '供兰空图床客户端使用'],
    lskyHint: [
      'Answers carry the extra fields that such clients read.',
      '响应中带有此类客户端所需的附加字段。',
    ],
    create: ['Create key', '创建密钥'],
    shownOnce: ['This is the key, shown only now', '密钥仅在此显示一次'],
    shownOnceHint: [
      'Copy it to where it is used. It is stored nowhere in readable form: if it is lost, create another.',
      '请复制到使用之处。系统不保存可读形式；若遗失，请另建一个。',
    ],
    secret: ['API key', 'API 密钥'],
    toKeys: ['← API keys', '← API 密钥'],
    use: ['How to use it', '使用方法'],
    address: ['Upload address', '上传地址'],
    configurations: [
      'Choose your program. The key is already filled in, as this page shows it only now.',
      '选择您的程序。密钥已填好，仅此页面显示一次。',
    ],
    configurationsHint: [
      (placeholder: string) => `Choose your program, and put your key where ${placeholder} stands.`,
      (placeholder: string) => `选择您的程序，并将 ${placeholder} 替换为您的密钥。`,
    ],
    download: ['Download', '下载'],
    testTitle: ['Try it', '试一试'],
    testHint: [
      'Uploads a small image under this key’s rules and shows it here.',
      '按此密钥的规则上传一张小图，并在此显示。',
    ],
    test: ['Send a test image', '发送测试图片'],
  },
  /** The labels of restrictions, by their names in forms. */
  restriction: labels,
  guests: {
    title: ['Guest links', '访客链接'],
    lead: [
      'A link lets people without an account send you images.',
      '凭链接，没有账户的人也能把图片发给您。',
    ],
    empty: ['No links yet', '还没有链接'],
    emptyHint: [
      'Create one for each occasion, and revoke it when it is over.',
      '请为每个场合各建一个，结束后将其吊销。',
    ],
    name: ['Title', '标题'],
    nameHint: [
      'Guests see it above the page, such as “Wedding of Ann and Bob”.',
      '显示在访客页面的顶部，例如“安与博的婚礼”。',
    ],
    into: ['Into category', '存入分类'],
    intoAlbum: ['Into album', '存入相册'],
    album: ['album', '相册'],
    albumGone: ['(deleted)', '（已删除）'],
    lost: ['Lost the address?', '地址遗失？'],
    renewHint: [
      'A new address is shown once, with its QR code. The old one stops working at once.',
      '将显示一次新地址及其二维码，旧地址立即失效。',
    ],
    renew: ['Create new address', '创建新地址'],
    uploads: ['Images', '图片'],
    of: ['of', '/'],
    seeWhatCame: ['Show images', '查看图片'],
    countsToQuota: [
      'What guests send belongs to you and counts to your quota. They see nothing of what you have, and all who have the link can use it.',
      '访客发来的图片归您所有，并计入您的配额。访客看不到您已有的内容；拿到链接的人都能使用。',
    ],
    end: ['Revoke', '吊销'],
    endQuestion: [
      'The link stops working at once, for everyone who has it. This can’t be undone.',
      '此链接将立即对所有人失效，且无法恢复。',
    ],
    endThis: ['Revoke the link', '吊销链接'],
    newTitle: ['Create guest link', '创建访客链接'],
    create: ['Create link', '创建链接'],
    linkShownOnce: ['This is the link, shown only now', '链接仅在此显示一次'],
    linkShownOnceHint: [
      'Copy it, or let guests point their phones at the code. It is stored nowhere in readable form: if it is lost, create a new address.',
      '请复制链接，或让访客用手机扫描二维码。系统不保存可读形式；若遗失，请创建新地址。',
    ],
    link: ['Link for guests', '访客链接'],
    qrCode: ['QR code of the link for guests', '访客链接的二维码'],
    toLinks: ['← Guest links', '← 访客链接'],
  },
})

export const keysNotices = texts({
  keyChanged: [
    (about: string) => `The key “${about}” is changed.`,
    (about: string) => `密钥“${about}”已更改。`,
  ],
  keyRevoked: [
    (about: string) => `The key “${about}” is revoked and works nowhere any more.`,
    (about: string) => `密钥“${about}”已吊销，不再可用。`,
  ],
  keyTested: [
    (about: string, networks: string) => `${keyWorks(about, networks)}: this test image came in with it.`,
    (about: string, networks: string) => `${chineseKeyWorks(about, networks)}：这张测试图片就是用它上传的。`,
  ],
  keyTestedAgain: [
    (about: string, networks: string) =>
      `${keyWorks(about, networks)}. The test image was here already, so that nothing was added.`,
    (about: string, networks: string) =>
      `${chineseKeyWorks(about, networks)}。测试图片之前已上传，因此未新增图片。`,
  ],
  keyTestedBefore: [
    (about: string, networks: string) =>
      `${keyWorks(about, networks)}. Its test image repeats one of somebody else's, which has a public page.`,
    (about: string, networks: string) =>
      `${chineseKeyWorks(about, networks)}。测试图片与他人已上传的一张相同，可查看其公开页面。`,
  ],
})
