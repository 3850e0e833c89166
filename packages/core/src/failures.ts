import type { MediaType } from '@pictoglyph/media'
import { inEnglish, type Message, message } from './message.ts'
import { LIMIT_WINDOW_MS } from './ports/limiter.ts'

/** All that there is to know of a code. */
interface FailureEntry<Facts extends object, Status extends number> {
  /** The section of `docs/errors.md` that has its row. */
  section: 'client' | 'request' | 'site'
  /** The HTTP status of answers with this code. The rules of the site never read it: it is for the services. */
  status: Status
  /** The message for people: what is wrong and, if it helps, what to do. */
  message: (facts: Facts) => string
  /** Facts for an example in descriptions. */
  example: NoInfer<Facts>
  /** The operations whose description lists it: the upload, the links of images, or those of the text service. */
  describedIn: readonly DescribedOperation[]
  /** For the descriptions and `docs/errors.md`, as Markdown. */
  when: string
  /** For `docs/errors.md`, as Markdown. */
  remedy: string
  /** HTTP headers of answers with this code. */
  headers?: (facts: NoInfer<Facts>, nowMs: number) => Record<string, string>
}

interface QuotaFacts {
  quotaBytes: number
  /** A guest learns that there is no room, and nothing of the account. */
  isForGuest?: true
  deletedBytes?: number
  maxImages?: number
}

/** Operations that describe how they fail. */
export type DescribedOperation = 'upload' | 'links' | 'text'

/**
 * Every way in which the site refuses or fails, one entry for each code. Types, answers, descriptions, `docs/errors.md`
 * and the client's codes are made from it.
 */
export const failures = {
  UNAUTHORIZED: entry({
    section: 'client',
    status: 401,
    message: () =>
      'The API key is missing, invalid or expired. Send it as "Authorization: Bearer <API_KEY>".',
    example: {},
    describedIn: ['upload'],
    when: 'The API key is missing, malformed, unknown, expired or revoked, or its user is disabled. An address that has sent too many unknown keys in the last minute gets it too, unless the key was good before. The key is checked again when the upload has arrived. All these cases look the same.',
    remedy: 'Send `Authorization: Bearer KEY`. Make a new key if this one has ended.',
    headers: () => ({ 'WWW-Authenticate': 'Bearer' }),
  }),
  FORBIDDEN: entry({
    section: 'client',
    status: 403,
    message: ({ permission }: { permission: string }) => `The API key lacks the permission ${permission}.`,
    example: { permission: 'images:upload' },
    describedIn: ['upload'],
    when: 'The key lacks the permission `images:upload`.',
    remedy: "Make a key with `--permission images:upload`. A key's permissions don't change.",
  }),
  KEY_BOUND: entry({
    section: 'client',
    status: 403,
    message: ({ reason }: { reason: Message }) => `The API key does not allow this: ${inEnglish(reason)}`,
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
    example: { maxUploads: 100 },
    describedIn: ['upload'],
    when: 'The key was made with `--max-uploads`, and that many uploads were made with it. A repeated `Idempotency-Key` still gets its answer.',
    remedy: 'Ask the owner of the images for another key or link.',
  }),
  IP_BLACKLISTED: entry({
    section: 'client',
    status: 403,
    message: () => 'Your address is blocked.',
    example: {},
    describedIn: ['upload', 'text'],
    when: "The text service, and uploads where `upload.accessLists` is `on`: the client's address is on the blacklist. Or it can't be told, and whitelist mode is off.",
    remedy: 'Ask the operator.',
  }),
  IP_NOT_WHITELISTED: entry({
    section: 'client',
    status: 403,
    message: () => 'Your address is not on the list of those allowed.',
    example: {},
    describedIn: ['upload', 'text'],
    when: "The text service, and uploads where `upload.accessLists` is `on`: whitelist mode is on, and the client's address is not on the whitelist or can't be told.",
    remedy: 'Ask the operator.',
  }),
  RATE_LIMITED: entry({
    section: 'client',
    status: 429,
    /** `limit` is the client's number of requests a minute; null if the service itself is busy. */
    message: ({ resetAtMs, limit }: { resetAtMs: number; limit: number | null }) => {
      const reason =
        limit === null
          ? 'Too many requests of this kind are waiting.'
          : `At most ${limit} requests a minute are allowed.`
      return `${reason} Try again at ${new Date(resetAtMs).toISOString()}.`
    },
    example: { resetAtMs: Date.UTC(2026, 0, 1, 0, 1), limit: 600 },
    describedIn: ['upload', 'text'],
    when: "Uploads: the key has made as many as it may in a minute. The text service: the client has sent more requests than a minute allows, too many key derivations or long texts are waiting, or too many bodies over 64 KiB are arriving. The console: too many wrong passwords, at sign-in or for changing one's own.",
    remedy:
      'Wait until `data.resetAt` (milliseconds since the epoch), or for `Retry-After` seconds. One request of the address is accepted then. Of several that were refused together, those after the first may be given a later time.',
    headers: ({ resetAtMs, limit }, nowMs) => {
      // `resetAtMs` is rounded up to be certain, which may exceed a minute after a burst that used up the limit.
      const waitMs = limit === null ? resetAtMs - nowMs : Math.min(resetAtMs - nowMs, LIMIT_WINDOW_MS)
      return { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) }
    },
  }),
  BAD_REQUEST: entry({
    section: 'request',
    status: 400,
    /** `field` is what the input calls its refused part, such as `name`. Forms mark it; answers leave it out. */
    message: ({ reason }: { reason: Message; field?: string }) => inEnglish(reason),
    example: { reason: message('The body ends before its closing boundary.') },
    describedIn: ['upload', 'text'],
    when: "The body can't be read or has more than 100 parts. Or a field is missing, too long or of the wrong kind, or names something unknown. Or the upload or the body stalled or took too long.",
    remedy: 'The message says what is wrong, and with which field.',
  }),
  FILE_MISSING: entry({
    section: 'request',
    status: 400,
    message: () => 'The image is missing: send it as the form field "file".',
    example: {},
    describedIn: ['upload'],
    when: 'There is no part `file`, or it is empty. Where `sha256` stands in its place: you have no live image of these bytes, or the file has to be looked at again.',
    remedy: 'Send the image as the file part `file`.',
  }),
  CATEGORY_MISSING: entry({
    section: 'request',
    status: 400,
    message: () => 'The category is missing: send its id as the form field "categoryId".',
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
    example: { albumId: 'AbCdEfGh012345' },
    describedIn: ['upload'],
    when: 'The album does not exist or belongs to someone else.',
    remedy: "Take an id from the console's *Albums* page, or leave `albumId` out.",
  }),
  TYPE_NOT_ALLOWED: entry({
    section: 'request',
    status: 400,
    message: ({ found, allowed }: { found: MediaType | 'unknown'; allowed: readonly MediaType[] }) =>
      `The file is of type ${found}. Allowed: ${allowed.join(', ')}.`,
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
    example: { limitBytes: 20_971_520 },
    describedIn: ['upload'],
    when: 'The file has more bytes than the policy allows. It is refused at the first byte too many.',
    remedy: 'Make it smaller.',
  }),
  INVALID_IMAGE: entry({
    section: 'request',
    status: 400,
    message: ({ reason }: { reason: Message }) => `The image can't be accepted: ${inEnglish(reason)}`,
    example: { reason: message('it is cut short.') },
    describedIn: ['upload'],
    when: "The file is damaged or cut short, has too many pixels or frames, is of a kind that no browser shows, or its metadata can't be taken out. Or the site's scanner found something harmful in it.",
    remedy: 'Save it again with an image program, or make it smaller.',
  }),
  QUOTA_EXCEEDED: entry({
    section: 'request',
    status: 400,
    /**
     * `deletedBytes` is set if recently deleted images are too many bytes; `maxImages` if the number of images is the
     * reason.
     */
    message: ({ quotaBytes, deletedBytes, maxImages, isForGuest }: QuotaFacts) => {
      if (isForGuest) return 'There is no room for more images.'
      if (maxImages !== undefined) {
        return `An account may have at most ${maxImages} images, and what it deleted lately counts too. Delete some for good.`
      }
      return deletedBytes === undefined
        ? `The upload would exceed the account's quota of ${quotaBytes} bytes.`
        : `What the account deleted lately still takes up ${deletedBytes} bytes, more than twice its quota. It makes room within two hours.`
    },
    example: { quotaBytes: 1_000_000_000 },
    describedIn: ['upload'],
    when: "The upload would exceed the account's quota, or the number of images that an account may have. Or recently deleted images take up more than twice the quota; the message says so.",
    remedy:
      'Delete images, or ask the operator for a larger quota. After deleting very much, wait for two hours.',
  }),
  IDEMPOTENCY_MISMATCH: entry({
    section: 'request',
    status: 400,
    message: () => 'This Idempotency-Key was used before with another upload. Use a new one for each upload.',
    example: {},
    describedIn: ['upload'],
    when: 'This `Idempotency-Key` was used before with another file or other fields.',
    remedy: 'Use a new one for each upload.',
  }),
  DECODE_FAIL: entry({
    section: 'request',
    status: 422,
    message: () =>
      'The cipher is not recognized: its character set is not enabled, it is damaged, or the key is wrong.',
    example: {},
    describedIn: ['text'],
    when: 'The cipher is not recognized: its character set is not enabled, it is damaged, or the key is wrong. A frame does not tell damage from a wrong key.',
    remedy: 'Copy the whole cipher again. Check the key; spaces count.',
  }),
  CONFLICT: entry({
    section: 'request',
    status: 409,
    /** `field` as of `BAD_REQUEST`. */
    message: ({ reason }: { reason: Message; field?: string }) => inEnglish(reason),
    example: { reason: message('There is an album of this name.') },
    describedIn: [],
    when: 'The console and the command: the present state does not allow it. For example, a name is taken, the default would be disabled, two enabled character sets would have the same symbols, another collection is running, a move or a restore is not finished, another program has a port, or the database is of a newer version.',
    remedy: 'The message says what stands in the way.',
  }),
  NOT_FOUND: entry({
    section: 'request',
    status: 404,
    /** `what` begins the English sentence: `The image "x"`. */
    message: ({ what }: { what: Message }) => `${inEnglish(what)} was not found.`,
    example: { what: message('The image') },
    describedIn: ['links'],
    when: 'Nothing is at this address, or the image was deleted.',
    remedy: 'Check the address.',
  }),
  METHOD_NOT_ALLOWED: entry({
    section: 'request',
    status: 405,
    message: ({ allowed }: { allowed: readonly string[] }) => `Use ${allowed.join(' or ')} here.`,
    example: { allowed: ['GET', 'HEAD'] },
    describedIn: [],
    when: 'The address takes other methods, which `Allow` lists.',
    remedy: 'Use one of them.',
    headers: ({ allowed }) => ({ Allow: allowed.join(', ') }),
  }),
  OVERLOADED: entry({
    section: 'site',
    status: 503,
    message: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
      `The service is busy. Try again in ${retryAfterSeconds} s.`,
    example: { retryAfterSeconds: 5 },
    describedIn: ['upload'],
    when: 'Too many uploads are running; this is answered before the body is read. Or the same bytes are just being removed, because their image was deleted long ago and the object store has not answered the removal yet. Or the scanner that the operator has set up gave no verdict.',
    remedy: 'Wait for `Retry-After` seconds.',
    headers: ({ retryAfterSeconds }) => ({ 'Retry-After': String(retryAfterSeconds) }),
  }),
  STORAGE_FAILED: entry({
    section: 'site',
    status: 500,
    message: () => 'The storage of this site does not work at the moment. Try again later.',
    example: {},
    describedIn: ['upload', 'links'],
    when: 'Rows or bytes could not be read or made durable: a disk is full or failing, or a database or store is away. The command also says so of a backup, a file or a folder that it was given.',
    remedy:
      'Try again later. An upload is safe to send again: the same bytes make one image. Operators: `/readyz` names the part, the log has the reason; a command prints both.',
  }),
  BLOB_MISSING: entry({
    section: 'site',
    status: 500,
    message: ({ address }: { address: string }) => `The bytes ${address} are missing from the store.`,
    example: { address: '' },
    describedIn: ['links'],
    when: "An image exists but its bytes can't be found, or not all of them.",
    remedy: 'Operators: run `pictoglyph fsck`, and [bring the bytes back](night.md#what-fsck-finds).',
  }),
  INTERNAL: entry({
    section: 'site',
    status: 500,
    message: () =>
      "Something went wrong on our side. The answer's X-Request-Id names this request in the log.",
    example: {},
    describedIn: ['upload'],
    when: 'A fault of the program.',
    remedy: 'Operators: the log has it under the `X-Request-Id`. Please report it.',
  }),
}

function entry<Facts extends object, const Status extends number>(entry: FailureEntry<Facts, Status>) {
  return entry
}
