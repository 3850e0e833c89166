import type { AuditSentence } from '@pictoglyph/forms/audit-facts'
import type { Both } from '@pictoglyph/forms/both'
import { counted, grouped } from '@pictoglyph/forms/numbers'
import { auditSentences, notices } from '@pictoglyph/forms/thing'
import type { AuditAction } from '@pictoglyph/site/audit/audit-action'
import { category } from '@pictoglyph/site/categories'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import { texts } from '@pictoglyph/web/texts'
import type { PartName } from '../options.ts'

const ofOwner = (owner: string): string => (owner === '' ? '' : ` of ${owner}`)

/** One image by its title or id, or how many. */
const images = (what: string, count: number): string =>
  count === 1 ? `the image “${what}”` : `${counted(count, 'image', 'images')}`

const chineseOfOwner = (owner: string): string => (owner === '' ? '' : ` ${owner} 的`)

const forOwner = (owner: string): string => (owner === '' ? '' : `为 ${owner} `)

const chineseImages = (what: string, count: number): string =>
  count === 1 ? `图片“${what}”` : ` ${grouped(count)} 张图片`

export const operatorsTexts = texts({
  allImages: {
    title: ['All images', '全部图片'],
    titleOf: [(owner: string) => `Images of ${owner}`, (owner: string) => `${owner} 的图片`],
    lead: [
      'The images of all users. The audit log says who took one down.',
      '所有用户的图片。下架操作会记入审计日志。',
    ],
    leadDeleted: ['Images that were deleted and can still be restored.', '已删除但仍可恢复的图片。'],
    owner: ['Owner', '所有者'],
    ownedBy: [(owner: string) => `Uploaded by ${owner}`, (owner: string) => `由 ${owner} 上传`],
    noSuchOwner: [(name: string) => `There is no user “${name}”`, (name: string) => `没有用户“${name}”`],
    state: ['State', '状态'],
    live: ['In use', '使用中'],
    deleted: ['Deleted by their owners', '已被所有者删除'],
    sha256: ['SHA-256 as stored', '存储后的 SHA-256'],
    whose: ['Owner', '所有者'],
    deletedAt: ['Deleted', '删除时间'],
    isDeleted: ['This image is deleted.', '这张图片已删除。'],
    copiesOfBytes: ['With the same bytes', '内容相同的图片'],
    selectHint: ['Select images to act on them.', '选择图片以进行操作。'],
    takeDown: ['Take down', '下架'],
    takeDownQuestion: [
      'Their links stop working at once, and no one can upload the same bytes. Only operators put them back.',
      '其链接立即失效，相同内容不能再上传。只有管理员可以恢复。',
    ],
    copies: ['All other copies too', '同时下架所有副本'],
    copiesHint: ['Every image of the same bytes, whoever owns it.', '内容相同的每张图片，无论归谁所有。'],
    forGood: ['For good', '彻底删除'],
    forGoodHint: [
      'No one can put them back, and their files are gone.',
      '任何人都无法恢复，文件也一并删除。',
    ],
    takeDownSelected: ['Take down the selected', '下架所选'],
    takeDownThis: ['Take down this image', '下架这张图片'],
    restoreSelected: ['Restore the selected', '恢复所选'],
    restoreThis: ['Restore', '恢复'],
    back: ['Back to all images', '返回全部图片'],
  },
  user: {
    title: ['Users', '用户'],
    lead: [
      'Members manage their own images and keys. Administrators also run the site.',
      '成员管理自己的图片和密钥，管理员还负责运营站点。',
    ],
    name: ['Name', '用户名'],
    role: ['Role', '角色'],
    roles: {
      admin: ['Administrator', '管理员'],
      member: ['Member', '成员'],
    },
    usage: ['Used', '用量'],
    images: [(number: number): string => (number === 1 ? 'image' : 'images'), () => '张图片'],
    quota: ['Quota (MB)', '配额（MB）'],
    quotaHint: ['Empty means no quota.', '留空表示不限。'],
    usedOf: [
      (used: string, quota: string) => `${used} of ${quota}`,
      (used: string, quota: string) => `${used} / ${quota}`,
    ],
    of: [(name: string) => `of ${name}`, (name: string) => `（${name}）`],
    secondFactor: ['Second factor', '第二重验证'],
    hasFactor: ['set up', '已设置'],
    noFactor: ['none', '无'],
    access: ['Access', '登录与账户'],
    disabled: ['disabled', '已停用'],
    disable: ['Disable', '停用'],
    disableQuestion: [
      'Their sessions end and their keys stop working at once.',
      '其会话将结束，密钥立即失效。',
    ],
    hideImages: ['Hide their images too, until the account is enabled', '同时隐藏其图片，直到账户重新启用'],
    lastSeen: ['Last seen', '最近活动'],
    never: ['never', '从未'],
    displayName: ['Display name', '显示名称'],
    invite: ['Create link', '创建链接'],
    inviteQuestion: [
      'A link by which they set a new password. Earlier links end; the password stays until then.',
      '对方可用此链接设置新密码。之前的链接失效，在此之前原密码仍可用。',
    ],
    inviteTitle: ['Invite', '邀请'],
    inviteHint: [
      'Without a name, the person who has the link chooses one. Treat this link like a password.',
      '不填用户名则由持有链接的人自行选择。此链接等同密码，请妥善转交。',
    ],
    days: ['Valid for (days)', '有效期（天）'],
    link: ['The link', '链接'],
    linkOnce: ['This is the link, shown only now', '链接仅在此显示一次'],
    linkOnceHint: ['It is good once. There they choose a password.', '仅可使用一次，对方在其中设置密码。'],
    linkQr: ['QR code of the link', '链接的二维码'],
    invitations: ['Invitations', '邀请'],
    createdBy: ['Created by', '创建者'],
    byCommand: ['the command', '命令'],
    deletedGiver: ['a deleted user', '已删除的用户'],
    unknownGiver: ['not known', '未知'],
    ended: ['ended', '已失效'],
    endedHint: [
      'An ended invitation no longer works: the person who created it is not known to be an administrator now, or its user is disabled.',
      '已失效的邀请不可再用：其创建者已不再是管理员（或无法确认），或对应的用户已停用。',
    ],
    forAnyone: ['anyone', '任何人'],
    expires: ['Expires', '到期'],
    end: ['Revoke', '吊销'],
    delete: ['Delete', '删除'],
    deleteTitle: [(name: string) => `Delete ${name}`, (name: string) => `删除 ${name}`],
    deleteLead: [
      'This can’t be undone. The audit log keeps that it was done, without the name.',
      '此操作无法撤销。审计日志只保留操作本身，不保留姓名。',
    ],
    goes: ['What is deleted', '将被删除的内容'],
    belongings: {
      images: ['Images', '图片'],
      bytes: ['Their size', '图片大小'],
      albums: ['Albums', '相册'],
      keys: ['API keys', 'API 密钥'],
      sessions: ['Sessions', '会话'],
      secondFactors: ['Second factors', '第二重验证'],
    },
    imagesOf: ['Images and albums', '图片和相册'],
    imagesGo: ['Delete at once', '立即删除'],
    imagesStay: ['Keep, without the name of an owner', '保留，但不显示所有者'],
    deleteThis: ['Delete this user', '删除该用户'],
    enable: ['Enable', '启用'],
    resetPassword: ['Reset password', '重设密码'],
    resetQuestion: [
      'Gives them a new, generated password and ends their sessions.',
      '生成新密码，并结束其所有会话。',
    ],
    revokeKeys: ['Revoke their API keys too', '同时吊销其 API 密钥'],
    removeFactors: ['Remove second factors', '移除第二重验证'],
    removeFactorsQuestion: [
      'If they lost it. They then sign in with the password alone. Their sessions end.',
      '用于遗失的情况：此后仅凭密码即可登录。其会话会结束。',
    ],
    password: ['Password', '密码'],
    passwordHint: ['Leave it empty to have one generated.', '留空则自动生成。'],
    add: ['Create user', '创建用户'],
    passwordOnce: ['This is the password, shown only now', '密码仅在此显示一次'],
    passwordOnceHint: [
      'Hand it over safely. It is good for a week, in which they change it under “Account”.',
      '请安全地转交给本人。此密码一周内有效，请在“账户”中修改。',
    ],
    toUsers: ['← Users', '← 用户'],
  },
  settings: {
    title: ['Settings', '设置'],
    tabs: {
      uploads: ['Uploads', '上传'],
      accounts: ['Accounts', '账户'],
      text: ['Text', '文本'],
      networks: ['Networks', '网络'],
      site: ['Site', '站点'],
    },
  },
  sitePolicy: {
    lead: ['What readers see of it, and how much it holds.', '读者看到的内容，以及全站的容量。'],
    preview: ['Preview', '预览'],
  },
  accountPolicy: {
    lead: [
      'How people sign in, what they get, and how long their keys last.',
      '登录方式、新账户的配额和密钥的有效期。',
    ],
  },
  policy: {
    lead: [
      'What may be uploaded. A change is in force everywhere within two seconds.',
      '允许上传的内容。更改在两秒内全面生效。',
    ],
    sizes: ['Sizes', '大小'],
    rules: ['Rules', '规则'],
    save: ['Save policy', '保存策略'],
    preview: ['Preview', '预览'],
    previewTitle: ['What it would have done', '若按此策略'],
    nothingToPreview: [
      'Nothing was uploaded yet, so there is nothing to preview.',
      '还没有任何上传，无从预览。',
    ],
    wouldBeRefused: [
      (refused: number, judged: number) =>
        `Of the last ${counted(judged, 'upload', 'uploads')}, ${refused.toLocaleString('en')} would be refused.`,
      (refused: number, judged: number) =>
        `最近 ${grouped(judged)} 次上传中，将有 ${grouped(refused)} 次被拒绝。`,
    ],
    refusedFor: [
      (rule: string, number: number) => `${rule}: ${number.toLocaleString('en')}`,
      (rule: string, number: number) => `${rule}：${grouped(number)}`,
    ],
  },
  overview: {
    title: ['Overview', '概览'],
    images: ['Images', '图片'],
    stored: ['Stored', '已存储'],
    saved: ['Saved by duplicates', '去重节省'],
    limited: ['Rate-limited clients', '当前受限的访问者'],
    trend: [(days: number) => `Uploads in the last ${days} days`, (days: number) => `最近 ${days} 天的上传`],
    trendLabel: [
      (total: number, days: number) => `${counted(total, 'upload', 'uploads')} in ${days} days`,
      (total: number, days: number) => `${days} 天内共 ${grouped(total)} 次上传`,
    ],
    textTrend: [
      (days: number) => `Text requests in the last ${days} days`,
      (days: number) => `最近 ${days} 天的文本请求`,
    ],
    textTrendLabel: [
      (total: number, refused: number, days: number) =>
        `${counted(total, 'request', 'requests')} in ${days} days, ${refused.toLocaleString('en')} of them refused`,
      (total: number, refused: number, days: number) =>
        `${days} 天内共 ${grouped(total)} 次请求，其中 ${grouped(refused)} 次被拒`,
    ],
    answered: ['Accepted', '放行'],
    refused: ['Refused', '拒绝'],
    span: ['Time shown', '显示时段'],
    days: [(number: number) => `${number} days`, (number: number) => `${number} 天`],
    siteLeft: ['Left of the site’s limit', '全站剩余容量'],
    daysLeft: [
      (days: number) => `${counted(days, 'day', 'days')} at the present rate`,
      (days: number) => `按目前速度可用 ${grouped(days)} 天`,
    ],
    diskFree: ['Free on the disk', '磁盘可用空间'],
    ofDisk: [(size: string) => `of ${size}`, (size: string) => `共 ${size}`],
    topUsers: ['Most space', '占用最多'],
    noUsers: ['No one has images yet.', '还没有用户上传图片。'],
    asTable: ['As a table', '以表格显示'],
    day: ['Day (UTC)', '日期（UTC）'],
    health: ['Health', '健康状况'],
    parts: {
      database: ['Database', '数据库'],
      blobs: ['Image store', '图片存储'],
      limiter: ['Rate limiter', '限流器'],
    } satisfies Record<PartName, Both>,
    works: [
      (durationMs: number) => `OK · ${durationMs} ms`,
      (durationMs: number) => `正常 · ${durationMs} 毫秒`,
    ],
    fails: ['fails', '异常'],
    errors: ['Recent errors', '最近的错误'],
    noErrors: ['None since the server started.', '自服务器启动以来没有错误。'],
    ownErrors: [
      'Only those of this process. The logs of the other servers have theirs, and the metrics count them.',
      '只含本进程的错误。其他服务器的错误见各自的日志，指标中也有计数。',
    ],
    when: ['When', '时间'],
    what: ['What', '内容'],
  },
  access: {
    lead: [
      'Who may use the text service, and how often. The lists guard uploads too where the upload policy says so. Images and the console are never affected.',
      '谁可以使用文本服务、使用频率如何。若上传策略如此设定，名单也用于上传。图片和控制台的访问不受影响。',
    ],
    limitTitle: ['Rate limit', '频率限制'],
    limitedNow: [
      (number: number) =>
        number === 0
          ? 'No client is rate-limited now.'
          : `${counted(number, 'client is', 'clients are')} rate-limited now.`,
      (number: number) =>
        number === 0 ? '当前没有访问者受限。' : `当前有 ${grouped(number)} 个访问者受限。`,
    ],
    limitedUnknown: ['The limiter does not answer.', '限流器没有响应。'],
    modeOn: ['on', '开启'],
    modeOff: ['off', '关闭'],
    whitelistIsOn: ['Only allowed networks get in.', '仅允许名单中的网段访问。'],
    whitelistIsOff: ['Everyone gets in who is not blocked.', '未被封禁者均可访问。'],
    ownAddress: ['Your address is', '您的地址是'],
    risk: {
      nobodyAllowed: [
        'The list of allowed networks is empty: no one could use the text service.',
        '白名单为空：任何人都将无法使用文本服务。',
      ],
      ownAddressMissing: [
        'Your own address is not among the allowed networks: you would lock yourself out.',
        '您自己的地址不在白名单中：您会把自己挡在外面。',
      ],
    },
    confirmRisk: ['Turn it on anyway', '仍然开启'],
    turnOn: ['Turn on', '开启'],
    turnOff: ['Turn off', '关闭'],
    lists: {
      block: ['Blocked', '黑名单'],
      allow: ['Allowed', '白名单'],
      both: ['Networks', '网段'],
    },
    emptyList: {
      block: ['No one is blocked. Add a network above.', '没有封禁任何人，可在上面添加网段。'],
      allow: [
        'No network is on the whitelist. Add one above before you turn its mode on.',
        '白名单为空。开启白名单模式之前，请先在上面添加。',
      ],
    },
    nothingLeft: ['No networks are left on this page.', '此页已没有网段。'],
    search: ['Find networks', '查找网段'],
    searchHint: [
      'An address, to see what decides about it, or words of a note',
      '输入地址查看对其生效的网段，或输入备注中的文字',
    ],
    nothingFound: ['No network on this list matches.', '此名单中没有匹配的网段。'],
    list: ['List', '名单'],
    added: ['Added', '添加时间'],
    toNetworks: ['← Networks', '← 网络'],
    network: ['Network', '网段'],
    networkHint: ['An address or a CIDR, such as 203.0.113.0/24.', '地址或 CIDR，例如 203.0.113.0/24。'],
    note: ['Note', '备注'],
    ends: ['Expires', '到期'],
    never: ['never', '永久'],
    removeQuestion: ['Take it off the list?', '将其移出名单？'],
    unreadable: {
      block: [
        'This version can’t read it as a network, so it keeps out the one that was probably meant, or everyone. Remove it.',
        '此版本无法将其识别为网段，因此会封禁可能所指的网段或所有人。请将其移除。',
      ],
      allow: [
        'This version can’t read it as a network, so it lets no one in. Remove it.',
        '此版本无法将其识别为网段，因此不会放行任何人。请将其移除。',
      ],
    },
    addTitle: ['Add a network', '添加网段'],
    add: ['Add', '添加'],
    pasteTitle: ['Add many at once', '批量添加'],
    lines: ['Networks, one a line', '每行一个网段'],
    linesHint: [
      'A note may follow after a space. Empty lines and lines that begin with # are passed over.',
      '空格之后可写备注。空行和以 # 开头的行会被忽略。',
    ],
    paste: ['Add all', '全部添加'],
    skipBad: [
      (good: number) => `Add only the ${counted(good, 'valid line', 'valid lines')}`,
      (good: number) => `仅添加 ${grouped(good)} 行正确的`,
    ],
    report: [
      (bad: number, good: number) =>
        `Nothing was added yet: ${counted(bad, 'line is', 'lines are')} invalid, ${counted(good, 'line is', 'lines are')} valid.`,
      (bad: number, good: number) => `尚未添加：${grouped(bad)} 行有误，${grouped(good)} 行正确。`,
    ],
    line: ['Line', '行'],
    lineText: ['Text', '内容'],
    lineProblem: ['Problem', '问题'],
  },
  cipher: {
    lead: [
      'What the text service offers. Clients preselect the default.',
      '文本服务所提供的选项。默认项由客户端预先选中。',
    ],
    symbolsHint: ['Four different characters, one after the other.', '连续写出四个不同的字符。'],
    sampleText: ['Hi!', '你好'],
    preview: ['Preview', '预览'],
    previewHint: [
      'Type four symbols to see what the sample looks like in them.',
      '输入四个符号，即可看到示例的样子。',
    ],
    unsuitable: ['These are not suitable. ', '这些符号不适用。'],
  },
  audit: {
    title: ['Audit log', '审计日志'],
    lead: ['Every change, by whom and from where.', '记录每次更改的操作者与来源。'],
    kept: ['Entries are kept', '记录保留'],
    keptAlways: ['for ever', '永久'],
    who: ['Who', '操作者'],
    what: ['What', '操作'],
    action: ['Action', '操作'],
    sentences: {
      'site.create': [() => 'set up the site.', () => '建立了站点。'],
      'session.begin': [() => 'signed in.', () => '登录。'],
      'session.end': [() => 'signed out.', () => '退出。'],
      'user.add': [({ what }) => `created the user ${what}.`, ({ what }) => `创建了用户 ${what}。`],
      'user.enable': [({ what }) => `enabled the user ${what}.`, ({ what }) => `启用了用户 ${what}。`],
      'user.disable': [({ what }) => `disabled the user ${what}.`, ({ what }) => `停用了用户 ${what}。`],
      'user.role': [
        ({ what, to }) => `changed the role of ${what} to ${{ admin: 'administrator' }[to] ?? to}.`,
        ({ what, to }) => `将 ${what} 的角色改为${{ admin: '管理员', member: '成员' }[to] ?? to}。`,
      ],
      'user.quota': [({ what }) => `changed the quota of ${what}.`, ({ what }) => `更改了 ${what} 的配额。`],
      'user.password': [
        ({ what }) => `set a new password for ${what}.`,
        ({ what }) => `为 ${what} 设置了新密码。`,
      ],
      'user.factor.add': [
        ({ what }) => `set up a second factor for ${what}.`,
        ({ what }) => `为 ${what} 设置了第二重验证。`,
      ],
      'user.factor.remove': [
        ({ what }) => `removed a second factor of ${what}.`,
        ({ what }) => `移除了 ${what} 的第二重验证。`,
      ],
      'user.factor.codes': [
        ({ what }) => `renewed the recovery codes of ${what}.`,
        ({ what }) => `更新了 ${what} 的恢复码。`,
      ],
      'user.displayName': [
        ({ what, to }) =>
          to === ''
            ? `removed the display name of ${what}.`
            : `changed the display name of ${what} to “${to}”.`,
        ({ what, to }) => (to === '' ? `移除了 ${what} 的显示名称。` : `将 ${what} 的显示名称改为“${to}”。`),
      ],
      'user.rename': [
        ({ from, to }) => `renamed ${from} to ${to}.`,
        ({ from, to }) => `将 ${from} 重命名为 ${to}。`,
      ],
      'user.invite': [
        ({ what }) => `created an invitation for ${what}.`,
        ({ what }) => `为 ${what} 创建了邀请。`,
      ],
      'user.uninvite': [
        ({ what }) => `revoked the invitation ${what}.`,
        ({ what }) => `吊销了邀请 ${what}。`,
      ],
      'user.delete': [({ what }) => `deleted the user ${what}.`, ({ what }) => `删除了用户 ${what}。`],
      'key.create': [
        ({ what, owner }) => `created the key “${what}”${ofOwner(owner)}.`,
        ({ what, owner }) => `${forOwner(owner)}创建了密钥“${what}”。`,
      ],
      'key.change': [
        ({ what, owner }) => `changed the key “${what}”${ofOwner(owner)}.`,
        ({ what, owner }) => `更改了${chineseOfOwner(owner)}密钥“${what}”。`,
      ],
      'key.renew': [
        ({ what, owner }) => `gave the guest link “${what}”${ofOwner(owner)} another address.`,
        ({ what, owner }) => `更换了${chineseOfOwner(owner)}访客链接“${what}”的地址。`,
      ],
      'key.revoke': [
        ({ what, owner, isAll }) =>
          isAll ? `revoked all keys of ${what}.` : `revoked the key “${what}”${ofOwner(owner)}.`,
        ({ what, owner, isAll }) =>
          isAll ? `吊销了 ${what} 的所有密钥。` : `吊销了${chineseOfOwner(owner)}密钥“${what}”。`,
      ],
      ...auditSentences(category),
      ...auditSentences(charset),
      ...auditSentences(preset),
      'album.add': [
        ({ what, owner }) => `created the album “${what}”${ofOwner(owner)}.`,
        ({ what, owner }) => `${forOwner(owner)}创建了相册“${what}”。`,
      ],
      'album.rename': [
        ({ from, to }) => `renamed the album “${from}” to “${to}”.`,
        ({ from, to }) => `将相册“${from}”重命名为“${to}”。`,
      ],
      'album.describe': [
        ({ what }) => `changed what the album “${what}” shows.`,
        ({ what }) => `修改了相册“${what}”的展示。`,
      ],
      'album.arrangeImages': [
        ({ what }) => `put the images of the album “${what}” in another order.`,
        ({ what }) => `调整了相册“${what}”中图片的顺序。`,
      ],
      'album.arrange': [() => 'put albums in another order.', () => '调整了相册的顺序。'],
      'link.set': [
        ({ what }) => `had the link “${what}” lead to another image.`,
        ({ what }) => `让固定链接“${what}”指向另一张图片。`,
      ],
      'link.end': [({ what }) => `ended the link “${what}”.`, ({ what }) => `停用了固定链接“${what}”。`],
      'link.resume': [
        ({ what }) => `had the ended link “${what}” lead to its image again.`,
        ({ what }) => `恢复了停用的固定链接“${what}”。`,
      ],
      'album.publish': [
        ({ what }) => `made the album “${what}” public.`,
        ({ what }) => `公开了相册“${what}”。`,
      ],
      'album.unpublish': [
        ({ what }) => `made the album “${what}” private.`,
        ({ what }) => `取消公开相册“${what}”。`,
      ],
      'album.addImages': [
        ({ what, count }) => `put ${counted(count, 'image', 'images')} into the album “${what}”.`,
        ({ what, count }) => `将 ${grouped(count)} 张图片加入相册“${what}”。`,
      ],
      'album.moveImages': [
        ({ what, count, from }) =>
          `moved ${counted(count, 'image', 'images')} from the album “${from}” into “${what}”.`,
        ({ what, count, from }) => `将 ${grouped(count)} 张图片从相册“${from}”移入“${what}”。`,
      ],
      'album.removeImages': [
        ({ what, count }) => `took ${counted(count, 'image', 'images')} out of the album “${what}”.`,
        ({ what, count }) => `将 ${grouped(count)} 张图片移出相册“${what}”。`,
      ],
      'album.remove': [
        ({ what, owner }) => `deleted the album “${what}”${ofOwner(owner)}.`,
        ({ what, owner }) => `删除了${chineseOfOwner(owner)}相册“${what}”。`,
      ],
      'album.restore': [({ what }) => `restored the album “${what}”.`, ({ what }) => `恢复了相册“${what}”。`],
      'image.import': [
        ({ what, count, owner }) => `imported ${images(what, count)}${ofOwner(owner)}.`,
        ({ what, count, owner }) => `导入了${chineseOfOwner(owner)}${chineseImages(what, count)}。`,
      ],
      'image.describe': [
        ({ what, count }) => `described ${images(what, count)}.`,
        ({ what, count }) => `修改了${chineseImages(what, count)}的说明。`,
      ],
      'image.delete': [
        ({ what, count, owner }) => `deleted ${images(what, count)}${ofOwner(owner)}.`,
        ({ what, count, owner }) => `删除了${chineseOfOwner(owner)}${chineseImages(what, count)}。`,
      ],
      'image.restore': [
        ({ what, count }) => `restored ${images(what, count)}.`,
        ({ what, count }) => `恢复了${chineseImages(what, count)}。`,
      ],
      'image.purge': [
        ({ what, count, owner }) => `deleted ${images(what, count)}${ofOwner(owner)} for good.`,
        ({ what, count, owner }) => `彻底删除了${chineseOfOwner(owner)}${chineseImages(what, count)}。`,
      ],
      'image.takeDown': [
        ({ what, count, owner }) => `took down ${images(what, count)}${ofOwner(owner)}.`,
        ({ what, count, owner }) => `下架了${chineseOfOwner(owner)}${chineseImages(what, count)}。`,
      ],
      'image.putBack': [
        ({ what, count, owner }) => `put back ${images(what, count)}${ofOwner(owner)}.`,
        ({ what, count, owner }) => `恢复了${chineseOfOwner(owner)}${chineseImages(what, count)}。`,
      ],
      'hash.block': [({ what }) => `blocked the hash ${what}.`, ({ what }) => `封禁了哈希 ${what}。`],
      'hash.unblock': [
        ({ what }) => `unblocked the hash ${what}.`,
        ({ what }) => `解除了哈希 ${what} 的封禁。`,
      ],
      'report.dismiss': [
        ({ what }) => `dismissed the reports of the image “${what}”.`,
        ({ what }) => `忽略了对图片“${what}”的举报。`,
      ],
      'policy.set': [
        ({ what, from, to }) => `set ${what} to “${to}”, from “${from}”.`,
        ({ what, from, to }) => `将 ${what} 由“${from}”改为“${to}”。`,
      ],
      'access.block': [({ what }) => `blocked ${what}.`, ({ what }) => `封禁了 ${what}。`],
      'access.allow': [({ what }) => `allowed ${what}.`, ({ what }) => `允许了 ${what}。`],
      'access.remove': [
        ({ what, from }) =>
          `took ${what} off the list of ${{ allow: 'allowed', block: 'blocked' }[from] ?? from} networks.`,
        ({ what, from }) => `将 ${what} 移出${{ allow: '允许', block: '封禁' }[from] ?? from}名单。`,
      ],
    } satisfies Record<AuditAction, AuditSentence>,
    details: ['Details', '详情'],
    address: ['From', '来自'],
    subject: ['Subject', '对象'],
    subjectHint: ['Name or id', '名称或 ID'],
    anyAction: ['All actions', '所有操作'],
    when: ['When', '时间'],
    before: ['Before', '之前'],
    after: ['After', '之后'],
    exportCsv: ['Export CSV', '导出 CSV'],
    exportJsonl: ['Export JSON Lines', '导出 JSON Lines'],
    empty: ['No entries', '没有记录'],
    emptyHint: [
      'Nothing fits these conditions. Clear them to see all.',
      '没有符合条件的记录，清除条件可查看全部。',
    ],
  },
})

export const operatorsNotices = texts({
  imagesTakenDown: [
    (about: string, owners: string): string =>
      about === '0'
        ? 'They were taken down already.'
        : `${counted(about, 'image', 'images')} of ${counted(owners, 'owner', 'owners')} taken down.`,
    (about: string, owners: string) =>
      about === '0' ? '它们此前已被下架。' : `已下架 ${owners} 位所有者的 ${about} 张图片。`,
  ],
  userAdded: [
    (about: string) => `The user ${about} can sign in now.`,
    (about: string) => `用户 ${about} 现在可以登录。`,
  ],
  userDeleted: [(_about: string) => 'The user is deleted.', () => '用户已删除。'],
  linkWasShown: [
    (_about: string) => 'The link was shown once. If it is lost, create another.',
    () => '链接只显示一次。若已遗失，请重新创建。',
  ],
  invitationEnded: [(_about: string) => 'The invitation is revoked.', () => '邀请已吊销。'],
  passwordWasShown: [
    (about: string) => `The password of ${about} was shown once. If it is lost, give them a new one.`,
    (about: string) => `${about} 的密码只显示一次。若已遗失，请为其重设密码。`,
  ],
  userDisabled: [
    (about: string) => `${about} is signed out everywhere, and their keys do not work.`,
    (about: string) => `${about} 已在所有设备上退出，其密钥不再可用。`,
  ],
  factorsRemoved: [
    (about: string) => `The second factors of ${about} are removed.`,
    (about: string) => `${about} 的第二重验证已移除。`,
  ],
  userEnabled: [
    (about: string) => `${about} can sign in again.`,
    (about: string) => `${about} 可以重新登录。`,
  ],
  ...notices(category),
  ...notices(charset),
  ...notices(preset),
  policySaved: [
    (about: string): string =>
      about === '0' ? 'Nothing has changed.' : 'The policy is in force within two seconds.',
    (about: string) => (about === '0' ? '没有任何变化。' : '策略将在两秒内生效。'),
  ],
  networkAdded: [(about: string) => `${about} is on the list.`, (about: string) => `${about} 已加入名单。`],
  networksAdded: [
    (about: string) => `${counted(about, 'network is', 'networks are')} on the list.`,
    (about: string) => `${about} 个网段已加入名单。`,
  ],
  networkRemoved: [
    (about: string) => `${about} is off the list.`,
    (about: string) => `${about} 已移出名单。`,
  ],
  whitelistOn: [
    (_about: string) => 'Whitelist mode is on: only allowed networks get in.',
    () => '白名单模式已开启：仅允许名单中的网段。',
  ],
  whitelistOff: [
    (_about: string) => 'Whitelist mode is off: everyone gets in who is not blocked.',
    () => '白名单模式已关闭：未被封禁者均可访问。',
  ],
})
