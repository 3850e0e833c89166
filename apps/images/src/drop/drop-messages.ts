import type { Language } from '@pictoglyph/http'

/** The texts of the page's script. */
export interface DropWords {
  waiting: string
  sending: string
  /** `{seconds}` is replaced by the time. */
  busy: string
  sent: string
  lost: string
  again: string
  open: string
  /** `{sent}` of `{all}`. */
  progress: string
  allSent: string
  /** `{refused}` of them were not taken. */
  someRefused: string
  tooLarge: string
  incomplete: string
  ended: string
  usedUp: string
  /** By the code of the refusal. */
  refused: Readonly<Record<string, string>>
  /** For any other code. */
  otherwise: string
}

/** Every text of the page on which guests upload. */
export interface DropMessages extends DropWords {
  title: string
  lead: string
  choose: string
  photograph: string
  orDrop: string
  /** `{types}` and `{size}`. */
  accepted: string
  needsScript: string
  pictures: string
}

export const dropMessages: Readonly<Record<Language, DropMessages>> = {
  en: {
    title: 'Send pictures',
    lead: 'They go to the person who gave you this link. You need no account.',
    choose: 'Choose pictures',
    photograph: 'Take a photograph',
    orDrop: 'Or drop them anywhere on this page, or paste them.',
    accepted: '{types}, up to {size} each.',
    needsScript:
      'This page needs JavaScript: the key in its address must not leave your browser in any other way. Switch it on for this page and load it again.',
    pictures: 'Your pictures',
    waiting: 'Waiting',
    sending: 'Sending',
    busy: 'The site is busy. It goes on in {seconds} s.',
    sent: 'Sent',
    lost: 'The connection was lost.',
    again: 'Try again',
    open: 'Open',
    progress: '{sent} of {all} sent',
    allSent: 'All pictures are sent. You may close this page.',
    someRefused: '{sent} of {all} sent. Not taken: {refused}. Each says why.',
    tooLarge: 'The file is too large: at most {size}.',
    incomplete: 'This address is not complete. Ask for the whole link: it ends in "#" and a key.',
    ended: 'This link has ended. Ask the person who gave it to you for another one.',
    usedUp:
      'As many pictures as this link allows were sent. Ask the person who gave it to you for another one.',
    refused: {
      FILE_MISSING: 'The file is empty.',
      TYPE_NOT_ALLOWED: 'This is no picture of a kind that is accepted.',
      TOO_LARGE: 'The file is too large.',
      INVALID_IMAGE: 'The picture is damaged, or of a kind that browsers do not show.',
      KEY_BOUND: 'This link does not allow this picture, or not from here.',
      QUOTA_EXCEEDED: 'There is no room for more pictures.',
      CATEGORY_UNAVAILABLE: 'This link no longer takes pictures.',
      IP_BLACKLISTED: 'Your network may not send pictures here.',
      IP_NOT_WHITELISTED: 'Your network may not send pictures here.',
      RATE_LIMITED: 'Too many pictures at once. Wait a minute.',
      OVERLOADED: 'The site is busy.',
      STORAGE_FAILED: 'The site can store nothing at the moment. Try again later.',
    },
    otherwise: 'The site did not take it.',
  },
  'zh-CN': {
    title: '发送图片',
    lead: '图片会交给给您此链接的人。您无需账户。',
    choose: '选择图片',
    photograph: '拍照',
    orDrop: '也可以把图片拖到本页任意位置，或直接粘贴。',
    accepted: '{types}，每张最多 {size}。',
    needsScript: '本页需要 JavaScript：地址中的密钥不得以其他方式离开您的浏览器。请为本页启用后重新加载。',
    pictures: '您的图片',
    waiting: '等待中',
    sending: '正在发送',
    busy: '网站繁忙，{seconds} 秒后继续。',
    sent: '已发送',
    lost: '连接已断开。',
    again: '重试',
    open: '打开',
    progress: '已发送 {sent} / {all} 张',
    allSent: '全部图片已发送，可以关闭本页。',
    someRefused: '已发送 {sent} / {all} 张，{refused} 张未被接受，原因见下。',
    tooLarge: '文件过大：最多 {size}。',
    incomplete: '地址不完整。请索取完整链接：它以“#”和密钥结尾。',
    ended: '此链接已失效。请向给您链接的人另要一个。',
    usedUp: '此链接允许的图片数量已用完。请向给您链接的人另要一个。',
    refused: {
      FILE_MISSING: '文件是空的。',
      TYPE_NOT_ALLOWED: '这不是可接受类型的图片。',
      TOO_LARGE: '文件过大。',
      INVALID_IMAGE: '图片已损坏，或属于浏览器无法显示的类型。',
      KEY_BOUND: '此链接不接受这张图片，或不可从这里使用。',
      QUOTA_EXCEEDED: '已没有空间存放更多图片。',
      CATEGORY_UNAVAILABLE: '此链接不再接收图片。',
      IP_BLACKLISTED: '您的网络不能向此处发送图片。',
      IP_NOT_WHITELISTED: '您的网络不能向此处发送图片。',
      RATE_LIMITED: '一次发送的图片过多，请等一分钟。',
      OVERLOADED: '网站繁忙。',
      STORAGE_FAILED: '网站暂时无法存储，请稍后再试。',
    },
    otherwise: '网站没有接受它。',
  },
}
