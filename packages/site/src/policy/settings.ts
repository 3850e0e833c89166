import type { Both } from '@pictoglyph/forms/both'
import type { Setting } from '@pictoglyph/forms/setting'
import { rasterTypes } from '@pictoglyph/media/media-type'
import type { Image } from '../language/records.ts'
import {
  boundOrZero,
  bytes,
  bytesOrNone,
  keptFor,
  lifetime,
  oneOf,
  type PolicyKind,
  typeList,
  wholeNumber,
} from './setting-kinds.ts'
import { siteAbuse, siteLinks, siteLogo, siteName, siteWelcome } from './site-values.ts'

/** A setting with its refusals: of invalid values, and of images. */
export interface PolicySetting<Value> extends Setting<Value> {
  readonly kind: PolicyKind<Value>
  /** For a rule whose preview judges stored images. */
  readonly refuses?: {
    /** Whether the value refuses a file, judged by its stored bytes; each pixel counts once. */
    file(file: Image['file'], value: NoInfer<Value>): boolean
    readonly label: Both
  }
}

const checked = <Values extends object>(
  settings: {
    readonly [K in keyof Values]: PolicySetting<Values[K]>
  },
) => settings

const on: Both = ['On', '开启']
const off: Both = ['Off', '关闭']

/** Every setting of the site, by its name in the command. */
export const settings = checked({
  'upload.maxBytes': {
    kind: bytes({ least: 1, most: 2 ** 40, unit: 1024 * 1024 }),
    default: 20 * 1024 * 1024,
    label: ['Max. file size (MB)', '最大文件（MB）'],
    refuses: { file: ({ sizeBytes }, most) => sizeBytes > most, label: ['File too large', '文件过大'] },
    meaning: 'Maximum size of a file, in bytes.',
  },
  'upload.maxPixels': {
    kind: wholeNumber({ least: 1, most: 2 ** 40, unit: 1_000_000 }),
    default: 100_000_000,
    label: ['Max. pixels (megapixels)', '最多像素（百万）'],
    refuses: {
      file: ({ width, height }, most) => width * height > most,
      label: ['Too many pixels', '像素过多'],
    },
    meaning: 'Maximum pixels of a picture. Pixels of more than 32 bits count twice.',
  },
  'upload.maxSide': {
    kind: wholeNumber({ least: 1, most: 1_000_000 }),
    default: 32_768,
    label: ['Max. side (pixels)', '最长边（像素）'],
    refuses: {
      file: ({ width, height }, most) => Math.max(width, height) > most,
      label: ['Side too long', '边长过长'],
    },
    meaning: 'Maximum pixels of a side.',
  },
  'upload.maxFrames': {
    kind: wholeNumber({ least: 1, most: 1_000_000 }),
    default: 1_000,
    label: ['Max. frames', '最多帧数'],
    refuses: { file: ({ frames }, most) => frames > most, label: ['Too many frames', '帧数过多'] },
    meaning: 'Maximum frames of an animation.',
  },
  'upload.maxImagesPerUser': {
    kind: boundOrZero(1_000_000_000),
    default: 0,
    strictest: 1,
    label: ['Max. images per account', '每个账户最多图片数'],
    hint: ['0 means no limit.', '0 表示不限。'],
    meaning:
      'Maximum images of an account, uploaded or restored; `0` is no limit. Deleted images are not counted until there are twice as many.',
  },
  'upload.types': {
    kind: typeList,
    // Without SVG: it may hold scripts, links and any text, so an operator has to enable it.
    default: [...rasterTypes],
    strictest: [],
    label: ['Accepted types', '允许的类型'],
    refuses: { file: ({ type }, types) => !types.includes(type), label: ['Type not accepted', '类型不允许'] },
    meaning:
      'Accepted types, recognised by the bytes of the file. `svg` can be added: it is served so that nothing in it runs or loads, and has no thumbnails.',
  },
  'upload.dedupScope': {
    kind: oneOf({
      owner: ['the uploader’s own images', '上传者自己的图片'],
      site: ['all images of the site', '全站图片'],
    }),
    default: 'owner',
    label: ['Detect duplicates within', '重复文件的查找范围'],
    hint: ['Uploading a duplicate returns the existing image.', '重复上传时返回已有的图片。'],
    meaning:
      "Where repeated bytes are looked for. `owner`: among the user's own images. `site`: then among everyone's; an image of someone else is not put into an album.",
  },
  'upload.dedupBy': {
    kind: oneOf({
      file: ['if every byte is the same', '每个字节都相同'],
      picture: ['also if only the metadata differs', '仅元数据不同也算'],
    }),
    default: 'file',
    label: ['A file is a duplicate', '何为重复文件'],
    meaning:
      'What counts as repeated. `file`: every byte is the same. `picture`: files that differ only in metadata are one image too. Orientation and colour profile belong to the picture.',
  },
  'upload.defaultLifetime': {
    kind: lifetime,
    default: 'forever',
    label: ['Images expire after (default)', '图片默认到期时长'],
    hint: ['Uploads and keys may say something else.', '上传和密钥可另行指定。'],
    meaning:
      'How long an image stays if neither the upload nor its key says: a span such as `12h` or `30d`, or `forever`.',
  },
  'upload.maxLifetime': {
    kind: lifetime,
    default: 'forever',
    // Not shorter, because an expired image can't be restored.
    strictest: '1d',
    label: ['Images expire after (at most)', '图片最长到期时长'],
    hint: ['Existing images keep their expiry.', '已有的图片不受影响。'],
    meaning:
      'How long an image may stay. Uploads that ask for more are refused; longer defaults are shortened.',
  },
  'upload.metadata': {
    kind: oneOf({
      strip: ['Remove it', '移除'],
      location: ['Remove the location only', '仅移除位置'],
      keep: ['Keep it', '保留'],
    }),
    default: 'strip',
    label: ['Metadata in files', '文件中的元数据'],
    meaning:
      "What is taken out of pictures. `strip`: all metadata. `location`: places, and unreadable parts that may hold one, such as makers' notes. `keep`: nothing. A change does not alter files that are stored already, even if they are sent again.",
  },
  'upload.accessLists': {
    kind: oneOf({
      off: ['Guard the text service only', '仅用于文本服务'],
      on: ['Guard uploads too', '也用于上传'],
    }),
    default: 'off',
    strictest: 'on',
    label: ['Lists of blocked and allowed networks', '黑名单与白名单'],
    hint: [
      'They are under “Networks”. Your own uploads are held to them too.',
      '名单在“网络”中；您自己的上传也受其约束。',
    ],
    meaning:
      '`on`: the blacklist, and the whitelist while its mode is on, apply to uploads too, by the API and in the console.',
  },
  'text.requestsPerMinute': {
    kind: boundOrZero(1_000_000),
    default: 600,
    label: ['Requests per minute and client', '每个访问者每分钟的请求数'],
    hint: ['0 means no limit.', '0 表示不限。'],
    meaning: 'Requests that one address may make in any minute, at most 1,000,000; `0` is no limit.',
  },
  'text.whitelistMode': {
    kind: oneOf({ on, off }),
    default: 'off',
    strictest: 'on',
    label: ['Whitelist mode', '白名单模式'],
    meaning: '`on`: only addresses on the whitelist may use the text service.',
  },
  'console.secondFactor': {
    kind: oneOf({
      off: ['No one', '无'],
      administrators: ['Administrators', '管理员'],
      all: ['Everyone', '所有人'],
    }),
    default: 'off',
    strictest: 'all',
    label: ['Who must have a second factor', '必须设置第二重验证的人'],
    hint: [
      'Anyone without one sets it up at the next sign-in. This includes sign-in by the provider, unless the provider already checked.',
      '尚未设置的人会被引导设置。身份提供方的用户也一样，除非提供方表明已要求验证。',
    ],
    meaning:
      'Who must have a second factor: `off` (no one), `administrators` or `all`. Users without one set it up at their next sign-in.',
  },
  'console.passwords': {
    kind: oneOf({ on, off }),
    default: 'on',
    strictest: 'off',
    label: ['Password sign-in', '密码登录'],
    hint: [
      'Off: only by the provider, and with passwords that the command has set.',
      '关闭后，只能通过身份提供方，或用命令设置的密码登录。',
    ],
    meaning: '`off`: people sign in only by the provider, or with a password that the command has set.',
  },
  'console.providerAccounts': {
    kind: oneOf({ on, off }),
    default: 'off',
    label: ['Create accounts on first sign-in with the provider', '首次通过身份提供方登录时创建账户'],
    hint: ['Off: only people who have an account sign in.', '关闭后，仅已有账户的人可以登录。'],
    meaning: '`on`: anyone whom the provider signs in gets an account at the first sign-in.',
  },
  'keys.defaultExpiryDays': {
    kind: boundOrZero(3_650),
    default: 0,
    strictest: 1,
    label: ['New keys expire after (days)', '新密钥的有效期（天）'],
    hint: ['Default. 0 means never.', '默认值。0 表示永不过期。'],
    meaning: 'Days until a new key expires, unless it is given another end; at most 3,650, and `0` is never.',
  },
  'users.defaultQuota': {
    kind: bytesOrNone,
    default: 'none',
    strictest: 0,
    label: ['Quota of new accounts', '新账户的配额'],
    hint: [
      'For everyone who comes by invitation or provider: such as 500MB, or none.',
      '用于通过邀请或身份提供方加入的人：例如 500MB，或 none（不限）。',
    ],
    meaning: 'The quota of everyone who comes by invitation or provider: a size such as `500MB`, or `none`.',
  },
  'audit.keepFor': {
    kind: keptFor,
    default: 'forever',
    label: ['How long entries are kept', '记录保留时长'],
    meaning:
      'How long audit entries are kept: days or weeks, such as `90d` or `52w`, or `forever`. Below `90d`, older sign-ins no longer make an address familiar.',
  },
  'site.name': {
    kind: siteName,
    default: 'Pictoglyph',
    label: ['Name', '名称'],
    hint: ['In titles, previews and authenticator apps.', '用于标题、链接预览和身份验证器。'],
    meaning: 'What the site is called in titles, previews and authenticator apps; at most 64 characters.',
  },
  'site.logo': {
    kind: siteLogo,
    default: '',
    label: ['Logo', '标志'],
    hint: ['The id of an image of this site.', '本站图片的 ID。'],
    meaning: 'The id of an image of the site, shown on its first page.',
  },
  'site.welcome': {
    kind: siteWelcome,
    default: '',
    label: ['Welcome', '欢迎词'],
    hint: ['A few lines on the first page.', '显示在首页的几行文字。'],
    meaning: 'A few lines on the first page; at most 1,000 characters.',
  },
  'site.links': {
    kind: siteLinks,
    default: [],
    label: ['Links', '链接'],
    hint: [
      'In the foot of public pages, as JSON: [{"label": "Imprint", "url": "https://…"}]. At most eight.',
      '显示在公开页面底部，JSON 格式：[{"label": "隐私政策", "url": "https://…"}]。最多八个。',
    ],
    meaning:
      'Links in the foot of public pages, such as an imprint: at most eight, as JSON: `[{"label":"Imprint","url":"https://example.org/imprint"}]`.',
  },
  'site.abuse': {
    kind: siteAbuse,
    default: '',
    label: ['Contact for abuse', '滥用举报联系方式'],
    hint: [
      'An https or mailto address, also in security.txt.',
      'https 或 mailto 地址，也用于 security.txt。',
    ],
    meaning:
      'Whom abuse is reported to: an `https` or `mailto` address. It stands on public pages and in `/.well-known/security.txt`.',
  },
  'site.robots': {
    kind: oneOf({ index: ['Allow', '允许收录'], noindex: ['Discourage', '请求不收录'] }),
    default: 'index',
    strictest: 'noindex',
    label: ['Search engines', '搜索引擎'],
    meaning: '`noindex`: search engines are asked to leave the site out, on pages and in `/robots.txt`.',
  },
  'site.reports': {
    kind: oneOf({ off, on }),
    default: 'off',
    label: ['Reports from readers', '读者举报'],
    hint: [
      'On only if readers reach this console: their pages lead to its form.',
      '仅当读者可以访问本控制台时开启：页面会链接到此处的表单。',
    ],
    meaning:
      '`on`: the pages of images lead to a form of the console, where anyone reports them. For consoles that readers reach.',
  },
  'site.maxBytes': {
    kind: bytesOrNone,
    default: 'none',
    strictest: 0,
    label: ['Largest size of the site', '全站容量上限'],
    hint: ['Such as 200GB, or none.', '例如 200GB，或 none（不限）。'],
    meaning:
      'What live images of the whole site may take up together, uploaded or restored: a size such as `200GB`, or `none`.',
  },
})
