import type { MediaType } from '@pictoglyph/media/media-type'
import { LIMIT_WINDOW_MS } from '../access/limit-window.ts'
import { type FailureText, notFoundText, reasonText } from './chinese-reasons.ts'
import { formatBytes } from './format-bytes.ts'
import { describeFound, describeInstead, type FoundKind, type InsteadOfFile } from './instead.ts'
import { inEnglish, type Message, message } from './message.ts'
import { typeName } from './type-name.ts'

/** The full definition of a code. */
interface FailureEntry<Facts extends object, Status extends number> {
  /** The section of `docs/reference/errors.md` with its row. */
  section: 'client' | 'request' | 'site'
  /** The HTTP status of answers with this code. Only the services read it, never the rules of the site. */
  status: Status
  /** The status of answers to an upload, if different. */
  uploadStatus?: number
  /** The message for programs and their users: the problem and, if useful, a solution. */
  message: (facts: Facts) => string
  /** The messages on pages, in English and Chinese. If the English one is `null`, `message` is used. */
  people: readonly [english: Told<NoInfer<Facts>> | null, chinese: Told<NoInfer<Facts>>]
  /** Example facts for API descriptions. */
  example: NoInfer<Facts>
  /** The operations that list it in API descriptions: uploads, links of images, or those of the text service. */
  describedIn: readonly DescribedOperation[]
  /** When it occurs, as Markdown for the API description and `docs/reference/errors.md`. */
  when: string
  /** The remedy, as Markdown for `docs/reference/errors.md`. */
  remedy: string
  /** HTTP headers for answers with this code. */
  headers?: (facts: NoInfer<Facts>, nowMs: number) => Record<string, string>
}

/** A message, or a function of the facts that returns it. */
type Told<Facts> = string | ((facts: Facts) => string | FailureText)

const inChineseUnits = (bytes: number): string => formatBytes(bytes, 'zh-CN')

interface QuotaFacts {
  quotaBytes: number
  /** For a guest: the message only says that there is no room, and nothing of the account. */
  isForGuest?: true
  deletedBytes?: number
  maxImages?: number
  /** The site's maximum in bytes, if that is the exceeded limit. */
  siteBytes?: number
}

/** A form field that someone else changed after the form was displayed. */
export interface OvertakenField {
  field: string
  /** The name of the user who changed it; `null` if unknown. */
  by: string | null
}

/** A process or thread that the server needs for its database. */
export type DatabaseHelper = 'reader' | 'writer'

/** The failing part in English, and its lost function in Chinese. */
const brokenStorage: Readonly<
  Record<DatabaseHelper | 'none', { en: string; zh: readonly [string, string] }>
> = {
  none: { en: 'The storage of this site', zh: ['本站的存储', '使用'] },
  reader: { en: 'The process that reads the database of this site', zh: ['本站读取数据库的进程', '工作'] },
  writer: { en: 'The thread that writes to the database of this site', zh: ['本站写入数据库的线程', '工作'] },
}

/** Operations whose API descriptions list their failures. */
export type DescribedOperation = 'upload' | 'links' | 'text'

/**
 * All failures of the site, one entry for each code. Types, answers, API descriptions, `docs/reference/errors.md` and
 * the client's codes are generated from it.
 */
export const failures = {
  UNAUTHORIZED: entry({
    section: 'client',
    status: 401,
    /** `came` is set if it reveals nothing about the existence of a key. */
    message: ({ came = 'key' }: { came?: 'nothing' | 'otherForm' | 'key' }) => {
      const said = {
        nothing: 'The request has no Authorization header.',
        otherForm: 'The Authorization header is not the word Bearer, a space and the API key alone.',
        key: 'The API key is invalid or expired.',
      }
      return `${said[came]} Send it as "Authorization: Bearer <API_KEY>".`
    },
    people: ['This key is revoked or has expired.', '该密钥已吊销或已过期。'],
    example: {},
    describedIn: ['upload'],
    when: 'The API key is missing, malformed, unknown, expired or revoked, or its user is disabled. An address that has sent too many unknown keys in the last minute gets it too, unless the key was good before. The key is checked again when the upload has arrived. No header, and one of another form, are told apart; all other cases look the same.',
    remedy: 'Send `Authorization: Bearer KEY`. Make a new key if this one has ended.',
    headers: () => ({ 'WWW-Authenticate': 'Bearer realm="pictoglyph"' }),
  }),
  FORBIDDEN: entry({
    section: 'client',
    status: 403,
    message: ({ permission }: { permission: string }) => `The API key lacks the permission ${permission}.`,
    people: [
      ({ permission }) => `This key lacks the permission ${permission}.`,
      ({ permission }) => `该密钥没有 ${permission} 权限。`,
    ],
    example: { permission: 'images:upload' },
    describedIn: ['upload'],
    when: 'The key lacks the permission `images:upload`.',
    remedy: "Make a key with `--permission images:upload`. A key's permissions don't change.",
  }),
  KEY_BOUND: entry({
    section: 'client',
    status: 403,
    message: ({ reason }: { reason: Message }) => `The API key does not allow this: ${inEnglish(reason)}`,
    people: [null, ({ reason }) => reasonText(reason, '该密钥不允许这样做：')],
    example: { reason: message('it may not be used from this address.') },
    describedIn: ['upload'],
    when: 'The key is bound to categories, albums, types, a size or networks, and this upload is outside them. Or the upload sets a link that the key is not bound to.',
    remedy: 'The message says what the key is bound to.',
  }),
  KEY_USED_UP: entry({
    section: 'client',
    status: 403,
    message: ({ maxUploads }: { maxUploads: number }) =>
      `The API key allows ${maxUploads} uploads, and all of them were made.`,
    people: [
      ({ maxUploads }) =>
        `This key allows ${maxUploads.toLocaleString('en')} uploads, and all of them were made.`,
      ({ maxUploads }) => `该密钥最多可上传 ${maxUploads.toLocaleString('en')} 次，现已用完。`,
    ],
    example: { maxUploads: 100 },
    describedIn: ['upload'],
    when: 'The key was made with `--max-uploads`, and that many uploads were made with it. A repeated `Idempotency-Key` still gets its answer.',
    remedy: 'Ask the owner of the images for another key or link.',
  }),
  IP_BLACKLISTED: entry({
    section: 'client',
    status: 403,
    message: () => 'Your address is blocked.',
    people: [null, '您的地址已被封禁。'],
    example: {},
    describedIn: ['upload', 'text'],
    when: "The text service, and uploads where `upload.accessLists` is `on`: the client's address is on the blacklist. Or it can't be told, and whitelist mode is off.",
    remedy: 'Ask the operator.',
  }),
  IP_NOT_WHITELISTED: entry({
    section: 'client',
    status: 403,
    message: () => 'Your address is not on the list of those allowed.',
    people: [null, '您的地址不在白名单中。'],
    example: {},
    describedIn: ['upload', 'text'],
    when: "The text service, and uploads where `upload.accessLists` is `on`: whitelist mode is on, and the client's address is not on the whitelist or can't be told.",
    remedy: 'Ask the operator.',
  }),
  RATE_LIMITED: entry({
    section: 'client',
    status: 429,
    /** `limit` is the client's maximum of requests per minute; null if the service itself is busy. */
    message: ({ resetAtMs, limit }: { resetAtMs: number; limit: number | null }) => {
      const reason =
        limit === null
          ? 'Too many requests of this kind are waiting.'
          : `At most ${limit} requests a minute are allowed.`
      return `${reason} Try again at ${new Date(resetAtMs).toISOString()}.`
    },
    people: ['Too many tries. Wait a minute and try again.', '尝试次数过多，请一分钟后再试。'],
    example: { resetAtMs: Date.UTC(2026, 0, 1, 0, 1), limit: 600 },
    describedIn: ['upload', 'text'],
    when: "Uploads: the key has made as many as it may in a minute. The text service: the client has sent more requests than a minute allows, too many key derivations or long texts or ciphers are waiting, or too many bodies over 64 KiB are arriving. The console: too many wrong passwords, at sign-in or for changing one's own, or more than 600 changes in a minute, of which a form that names many images is one for every hundred.",
    remedy:
      'Wait until `data.resetAt` (milliseconds since the epoch), or for `Retry-After` seconds. One request of the address is accepted then. Of several that were refused together, those after the first may be given a later time.',
    headers: ({ resetAtMs, limit }, nowMs) => {
      // `resetAtMs` is rounded up to be safe. After a burst that used up the limit, this may exceed a minute.
      const waitMs = limit === null ? resetAtMs - nowMs : Math.min(resetAtMs - nowMs, LIMIT_WINDOW_MS)
      return { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) }
    },
  }),
  BAD_REQUEST: entry({
    section: 'request',
    status: 400,
    /** `field` is the input's name for the refused part, such as `name`. Forms mark it; answers omit it. */
    message: ({ reason }: { reason: Message; field?: string }) => inEnglish(reason),
    people: [null, ({ reason }) => reasonText(reason, '输入无法接受：')],
    example: { reason: message('The body ends before its closing boundary.') },
    describedIn: ['upload', 'text'],
    when: "The body can't be read or has more than 100 parts. Or a field is missing, too long or of the wrong kind, or names something unknown. Or the body of a request to the text service, or a form of the console, stalled or took too long.",
    remedy: 'The message says what is wrong, and with which field.',
  }),
  UPLOAD_STALLED: entry({
    section: 'request',
    status: 408,
    message: ({ reason }: { reason: Message }) => `${inEnglish(reason)} Send it again.`,
    people: [null, ({ reason }) => reasonText(reason, '上传中断。')],
    example: { reason: message('The upload stalled.') },
    describedIn: ['upload'],
    when: 'Nothing more of the upload arrived for half a minute, or it took longer than an upload may take.',
    remedy: 'Send it again, with the same `Idempotency-Key` if it has one.',
  }),
  FILE_MISSING: entry({
    section: 'request',
    status: 400,
    message: ({ instead }: { instead?: InsteadOfFile }) =>
      `The image is missing: ${instead === undefined ? 'send it as the form field "file".' : inEnglish(describeInstead(instead))}`,
    people: [
      ({ instead }) => (instead === undefined ? 'Choose a file first.' : inEnglish(describeInstead(instead))),
      ({ instead }) =>
        instead === undefined ? '请先选择文件。' : reasonText(describeInstead(instead), '缺少图片：'),
    ],
    example: {},
    describedIn: ['upload'],
    when: 'There is no part `file`, it is empty, or it came as text; the message says what came. Where `sha256` stands in its place: you have no live image of these bytes, or the file has to be looked at again.',
    remedy: 'Send the image as the file part `file`.',
  }),
  CATEGORY_MISSING: entry({
    section: 'request',
    status: 400,
    message: () => 'The category is missing: send its id as the form field "categoryId".',
    people: ['Choose a category.', '请选择分类。'],
    example: {},
    describedIn: ['upload'],
    when: 'There is no `categoryId`, and the key has no default category.',
    remedy: 'Send one, or make a key with `--default-category`.',
  }),
  CATEGORY_UNAVAILABLE: entry({
    section: 'request',
    status: 400,
    message: ({ categoryId }: { categoryId: string }) =>
      `The category "${categoryId}" does not exist or is disabled.`,
    people: [null, ({ categoryId }) => `分类“${categoryId}”不存在或已停用。`],
    example: { categoryId: 'old' },
    describedIn: ['upload'],
    when: 'The category does not exist or is disabled.',
    remedy: 'Ask the operator which categories there are.',
  }),
  ALBUM_NOT_ALLOWED: entry({
    section: 'request',
    status: 400,
    message: ({ albumId }: { albumId: string }) =>
      `The album "${albumId}" does not exist or belongs to someone else.`,
    people: [null, ({ albumId }) => `相册“${albumId}”不存在或属于他人。`],
    example: { albumId: 'AbCdEfGh012345' },
    describedIn: ['upload'],
    when: 'The album does not exist or belongs to someone else.',
    remedy: "Take an id from the console's *Albums* page, or leave `albumId` out.",
  }),
  TYPE_NOT_ALLOWED: entry({
    section: 'request',
    status: 400,
    message: ({ found, allowed }: { found: FoundKind; allowed: readonly MediaType[] }) =>
      `${inEnglish(describeFound(found))} Allowed: ${allowed.join(', ')}.`,
    people: [
      ({ found, allowed }) => {
        const accepted = allowed.map(typeName).join(', ')
        return `${inEnglish(describeFound(found))} Accepted: ${accepted}.`
      },
      ({ found, allowed }) => {
        const type = reasonText(describeFound(found), '无法识别此文件的类型。').message
        return `${type}允许的类型：${allowed.map(typeName).join('、')}。`
      },
    ],
    example: { found: 'unknown', allowed: ['image/png'] },
    describedIn: ['upload'],
    when: "The bytes are not an image of a type that the policy allows. The name and the declared type don't count.",
    remedy: 'Convert the image. The message lists the types.',
  }),
  TOO_LARGE: entry({
    section: 'request',
    status: 400,
    message: ({ limitBytes }: { limitBytes: number }) =>
      `The file is larger than ${limitBytes} bytes, the most that this site takes.`,
    people: [
      ({ limitBytes }) => `The file is too large: at most ${formatBytes(limitBytes, 'en')} are accepted.`,
      ({ limitBytes }) => `文件过大：最多 ${inChineseUnits(limitBytes)}。`,
    ],
    example: { limitBytes: 20_971_520 },
    describedIn: ['upload'],
    when: 'The file has more bytes than the policy allows. It is refused at the first byte too many.',
    remedy: 'Make it smaller.',
  }),
  INVALID_IMAGE: entry({
    section: 'request',
    status: 400,
    message: ({ reason }: { reason: Message }) => `The image can't be accepted: ${inEnglish(reason)}`,
    people: [null, ({ reason }) => reasonText(reason, '图片无法接受：')],
    example: { reason: message('it is cut short.') },
    describedIn: ['upload'],
    when: "The file is damaged or cut short, has too many pixels or frames, is of a kind that no browser shows, or its metadata can't be taken out. Or the site's scanner found something harmful in it, or an operator has taken these bytes down.",
    remedy: 'Save it again with an image program, or make it smaller.',
  }),
  QUOTA_EXCEEDED: entry({
    section: 'request',
    status: 400,
    /**
     * `deletedBytes` is set if the bytes of recently deleted images exceed the limit, `maxImages` if the number of
     * images does.
     */
    message: ({ quotaBytes, deletedBytes, maxImages, siteBytes, isForGuest }: QuotaFacts) => {
      if (isForGuest) return 'There is no room for more images.'
      if (siteBytes !== undefined) {
        return `The site is full: its images may take up at most ${siteBytes} bytes together. Ask its operators.`
      }
      if (maxImages !== undefined) {
        return `An account may have at most ${maxImages} images, and what it deleted lately counts too. Delete some for good.`
      }
      return deletedBytes === undefined
        ? `The upload would exceed the account's quota of ${quotaBytes} bytes.`
        : `What the account deleted lately still takes up ${deletedBytes} bytes, more than twice its quota. It makes room within two hours.`
    },
    people: [
      ({ quotaBytes, deletedBytes, maxImages, siteBytes, isForGuest }) =>
        isForGuest
          ? 'There is no room for more images.'
          : siteBytes !== undefined
            ? `This site is full: its images may take up at most ${formatBytes(siteBytes, 'en')} together. Ask its operators.`
            : maxImages !== undefined
              ? `You may have at most ${maxImages.toLocaleString('en')} images. Delete some that are no longer needed; deleted ones count where they are many.`
              : deletedBytes === undefined
                ? `Your quota of ${formatBytes(quotaBytes, 'en')} would be exceeded.`
                : `What you deleted lately still takes up ${formatBytes(deletedBytes, 'en')}, more than twice your quota. It makes room within two hours, or at once where you delete it for good.`,
      ({ quotaBytes, deletedBytes, maxImages, siteBytes, isForGuest }) =>
        isForGuest
          ? '已没有空间存放更多图片。'
          : siteBytes !== undefined
            ? `本站已满：全站图片最多占用 ${inChineseUnits(siteBytes)}。请联系管理员。`
            : maxImages !== undefined
              ? `您最多可以有 ${maxImages.toLocaleString('en')} 张图片，请删除不再需要的图片；已删除的图片过多时也计算在内。`
              : deletedBytes === undefined
                ? `将超出您的配额 ${inChineseUnits(quotaBytes)}。`
                : `您最近删除的图片仍占用 ${inChineseUnits(deletedBytes)}，超过配额的两倍，两小时内会腾出空间；彻底删除则立即腾出。`,
    ],
    example: { quotaBytes: 1_000_000_000 },
    describedIn: ['upload'],
    when: "The upload would exceed the account's quota, or the number of images that an account may have. Or recently deleted images take up more than twice the quota; the message says so. Or the images of the whole site would take up more than `site.maxBytes`.",
    remedy:
      'Delete images, or ask the operator for a larger quota. After deleting very much, wait for two hours.',
  }),
  IDEMPOTENCY_MISMATCH: entry({
    section: 'request',
    status: 400,
    message: () => 'This Idempotency-Key was used before with another upload. Use a new one for each upload.',
    people: [null, '此 Idempotency-Key 已用于另一次上传。'],
    example: {},
    describedIn: ['upload'],
    when: 'This `Idempotency-Key` was used before with another file or other fields.',
    remedy: 'Use a new one for each upload.',
  }),
  DECODE_FAIL: entry({
    section: 'request',
    status: 422,
    message: ({ reason }: { reason?: Message }) =>
      reason === undefined ? 'The cipher is not recognized.' : inEnglish(reason),
    people: [null, '无法识别该密文。'],
    example: {
      reason: message('The cipher is damaged, or the key is not the one it was made with.'),
    },
    describedIn: ['text'],
    when: 'The cipher is not recognized: its character set is not enabled, it is damaged, its text is not plausible, there are two ciphers, or the key is wrong. A frame does not tell damage from a wrong key.',
    remedy: 'The message says why. Copy the whole cipher again. Check the key; spaces count.',
  }),
  CONFLICT: entry({
    section: 'request',
    status: 409,
    /** `field` as in `BAD_REQUEST`; `overtaken` lists form fields that others changed while the form was open. */
    message: ({ reason }: { reason: Message; field?: string; overtaken?: readonly OvertakenField[] }) =>
      inEnglish(reason),
    people: [null, ({ reason }) => reasonText(reason, '输入无法接受：')],
    example: { reason: message('There is an album of this name.') },
    describedIn: [],
    when: 'The console and the command: the present state does not allow it. For example, a name is taken, someone else has changed meanwhile what a form would change, the default would be disabled, two enabled character sets would have the same symbols, another collection is running, a move or a restore is not finished, another program has a port, or the database is of a newer version.',
    remedy: 'The message says what stands in the way.',
  }),
  NOT_FOUND: entry({
    section: 'request',
    status: 404,
    /** `what` is the subject of the English message: `The image "x"`. `near` is the address that was probably meant. */
    message: ({ what, near }: { what: Message; near?: string }) =>
      `${inEnglish(what)} was not found.${near === undefined ? '' : ` There is ${near}.`}`,
    people: [null, ({ what }) => notFoundText(what)],
    example: { what: message('The image') },
    describedIn: ['links'],
    when: 'Nothing is at this address, or the image was deleted.',
    remedy: 'Check the address.',
  }),
  METHOD_NOT_ALLOWED: entry({
    section: 'request',
    status: 405,
    /** `near` is the address that was probably meant. */
    message: ({ allowed, near }: { allowed: readonly string[]; near?: string }) =>
      `Use ${allowed.join(' or ')} here.${near === undefined ? '' : ` There is ${near}.`}`,
    people: [null, '此地址不接受这种请求。'],
    example: { allowed: ['GET', 'HEAD'] },
    describedIn: [],
    when: 'The address takes other methods, which `Allow` lists.',
    remedy: 'Use one of them.',
    headers: ({ allowed }) => ({ Allow: allowed.join(', ') }),
  }),
  OVERLOADED: entry({
    section: 'site',
    status: 503,
    message: ({ retryAfterSeconds, helper }: { retryAfterSeconds: number; helper?: 'scanner' }) =>
      `${helper === 'scanner' ? 'The scanner of uploads gives no verdict' : 'The service is busy'}. Try again in ${retryAfterSeconds} s.`,
    people: [
      null,
      ({ retryAfterSeconds, helper }) =>
        `${helper === 'scanner' ? '上传扫描程序没有给出结论' : '服务繁忙'}，请在 ${retryAfterSeconds} 秒后重试。`,
    ],
    example: { retryAfterSeconds: 5 },
    describedIn: ['upload'],
    when: 'Too many uploads are running; this is answered before the body is read. Or the same bytes are just being removed, because their image was deleted long ago and the object store has not answered the removal yet. Or the scanner that the operator has set up gave no verdict.',
    remedy: 'Wait for `Retry-After` seconds.',
    headers: ({ retryAfterSeconds }) => ({ 'Retry-After': String(retryAfterSeconds) }),
  }),
  STORAGE_FAILED: entry({
    section: 'site',
    status: 503,
    uploadStatus: 500,
    /** `isLasting`: retrying is useless until an operator fixes the cause. */
    message: ({ helper, isLasting }: { helper?: DatabaseHelper; isLasting?: true }) => {
      const { en } = brokenStorage[helper ?? 'none']
      return isLasting
        ? `${en} does not work. Its operators have to mend it.`
        : `${en} does not work at the moment. Try again later.`
    },
    people: [
      null,
      ({ helper, isLasting }) => {
        const [part, verb] = brokenStorage[helper ?? 'none'].zh
        return isLasting ? `${part}无法${verb}，需要管理员处理。` : `${part}暂时无法${verb}，请稍后再试。`
      },
    ],
    example: {},
    describedIn: ['upload', 'links'],
    when: 'Rows or bytes could not be read or made durable: a disk is full or failing, a database or store is away, or a process that the message names failed. The command also says so of a backup, a file or a folder that it was given.',
    remedy:
      'Wait for `Retry-After` seconds. An upload is safe to send again: the same bytes make one image. Operators: `/readyz` names the part, the log has the reason; a command prints both.',
    headers: () => ({ 'Retry-After': '10' }),
  }),
  BLOB_MISSING: entry({
    section: 'site',
    status: 500,
    message: ({ address }: { address: string }) => `The bytes ${address} are missing from the store.`,
    people: [null, '存储中缺少该文件。'],
    example: { address: '' },
    describedIn: ['links'],
    when: "An image exists but its bytes can't be found, or not all of them.",
    remedy: 'Operators: run `pictoglyph fsck`, and [bring the bytes back](../night.md#what-fsck-finds).',
  }),
  INTERNAL: entry({
    section: 'site',
    status: 500,
    message: () =>
      "Something went wrong on our side. The answer's X-Request-Id names this request in the log.",
    people: ['Something went wrong on our side.', '服务器出了问题。'],
    example: {},
    describedIn: ['upload'],
    when: 'A fault of the program.',
    remedy: 'Operators: the log has it under the `X-Request-Id`. Please report it.',
  }),
}

function entry<Facts extends object, const Status extends number>(entry: FailureEntry<Facts, Status>) {
  return entry
}
