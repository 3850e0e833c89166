import { queueTexts } from '@pictoglyph/web/page/queue-texts'
import { inLanguages } from '@pictoglyph/web/texts'

export const guestMessages = inLanguages({
  ...queueTexts,
  title: ['Send pictures', '发送图片'],
  lead: [
    'They go to the person who gave you this link. You need no account.',
    '图片会直接发给分享此链接的人。您无需账户。',
  ],
  choose: ['Choose pictures', '选择图片'],
  photograph: ['Take a photograph', '拍照'],
  orDrop: [
    'Or drop them anywhere on this page, or paste them.',
    '也可以把图片拖到本页任意位置，或直接粘贴。',
  ],
  /** With `{types}` and `{size}`. */
  accepted: ['{types}, up to {size} each.', '{types}，每张最多 {size}。'],
  needsScript: [
    'This page needs JavaScript: the key in its address must not leave your browser in any other way. Switch it on for this page and load it again.',
    '本页需要 JavaScript：地址中的密钥不得以其他方式离开您的浏览器。请为本页启用后重新加载。',
  ],
  pictures: ['Your pictures', '您的图片'],
  /** With `{seconds}`. */
  busy: ['The site is busy. It goes on in {seconds} s.', '网站繁忙，{seconds} 秒后继续。'],
  sent: ['Sent', '已发送'],
  again: ['Try again', '重试'],
  /** With `{sent}` and `{all}`. */
  progress: ['{sent} of {all} sent', '已发送 {sent} / {all} 张'],
  allSent: ['All pictures are sent. You may close this page.', '全部图片已发送，可以关闭本页。'],
  /** With the number `{refused}`. */
  someRefused: [
    '{sent} of {all} sent. Not taken: {refused}. Each says why.',
    '已发送 {sent} / {all} 张，{refused} 张未被接受，原因见下。',
  ],
  tooLarge: ['The file is too large: at most {size}.', '文件过大：最多 {size}。'],
  incomplete: [
    'This address is not complete. Ask for the whole link: it ends in "#" and a key.',
    '地址不完整。请索取完整链接：它以“#”和密钥结尾。',
  ],
  ended: [
    'This link has ended. Ask the person who gave it to you for another one.',
    '此链接已失效。请向给您链接的人另要一个。',
  ],
  usedUp: [
    'As many pictures as this link allows were sent. Ask the person who gave it to you for another one.',
    '此链接允许的图片数量已用完。请向给您链接的人另要一个。',
  ],
  /** By the refusal's code. */
  refused: {
    FILE_MISSING: ['The file is empty.', '文件是空的。'],
    TYPE_NOT_ALLOWED: ['This is no picture of a kind that is accepted.', '这不是可接受类型的图片。'],
    TOO_LARGE: ['The file is too large.', '文件过大。'],
    INVALID_IMAGE: [
      'The picture is damaged, or of a kind that browsers do not show.',
      '图片已损坏，或属于浏览器无法显示的类型。',
    ],
    KEY_BOUND: [
      'This link does not allow this picture, or not from here.',
      '此链接不接受这张图片，或不可从这里使用。',
    ],
    QUOTA_EXCEEDED: ['There is no room for more pictures.', '已没有空间存放更多图片。'],
    CATEGORY_UNAVAILABLE: ['This link no longer takes pictures.', '此链接不再接收图片。'],
    ALBUM_NOT_ALLOWED: ['This link no longer takes pictures.', '此链接不再接收图片。'],
    IP_BLACKLISTED: ['Your network may not send pictures here.', '您的网络不能向此处发送图片。'],
    IP_NOT_WHITELISTED: ['Your network may not send pictures here.', '您的网络不能向此处发送图片。'],
    RATE_LIMITED: ['Too many pictures at once. Wait a minute.', '一次发送的图片过多，请等一分钟。'],
    OVERLOADED: ['The site is busy.', '网站繁忙。'],
    STORAGE_FAILED: ['The site could not store it.', '网站未能存储。'],
  },
  /** For any other code. */
  otherwise: ['The site did not take it.', '网站没有接受它。'],
})

/** All texts of the guests' upload page in one language. */
type GuestMessages = (typeof guestMessages)['en']

/** The texts of the page's script. */
export type GuestWords = Omit<
  GuestMessages,
  'title' | 'lead' | 'choose' | 'photograph' | 'orDrop' | 'accepted' | 'needsScript' | 'pictures' | 'refused'
> & {
  /** By the refusal's code. */
  refused: Readonly<Record<string, string>>
}
