import {
  badRequest,
  type CopyFormatName,
  copyFormats,
  createSemaphore,
  Failure,
  type FailureCode,
  failureFor,
  type Image,
  type ImageLinks,
  type IncomingUpload,
  isoTime,
  type KeyHolder,
  message,
  requireBoundNetwork,
  requireFree,
  requireListedUploader,
  requirePermission,
  requirePermit,
  requireTrialAllowed,
  requireUploadRate,
  requireUploadsLeft,
  responsiveHtml,
  tryUpload,
  type UploadOutcome,
  upload,
  uploadFieldNames,
} from '@pictoglyph/core'
import type { Handler, RequestContext, SecurityEventName } from '@pictoglyph/http'
import { createAfterUpload } from '@pictoglyph/http/upload/after-upload'
import { announcedBytes, readUploadForm } from '@pictoglyph/http/upload/read-upload-form'
import { liftConnectionTimeout } from '@pictoglyph/http/upload/timed-body'
import { corsHeaders } from '../cors.ts'
import { defaultUploadBounds, type ImagesServiceOptions } from '../options.ts'
import { dryRunBody } from './dry-run-answer.ts'
import { lskyBody, lskyRefusal } from './lsky-answer.ts'

/** The refusals of an upload that are security events. */
const eventOf: Partial<Record<FailureCode, SecurityEventName>> = {
  UNAUTHORIZED: 'key.refused',
  FORBIDDEN: 'key.refused',
  KEY_BOUND: 'key.refused',
  RATE_LIMITED: 'key.throttled',
  IP_BLACKLISTED: 'address.refused',
  IP_NOT_WHITELISTED: 'address.refused',
}

/** `POST /api/v1/upload`: who is calling comes first, and only then the body. */
export function createUploadHandler(options: ImagesServiceOptions): Handler {
  const { site, keyGate, keyUsage, keyLimiter } = options
  const bounds = options.uploads ?? defaultUploadBounds
  const inFlight = createSemaphore({ permits: bounds.maxInFlight, maxOfOne: bounds.maxOfOneUser })
  const afterUpload = createAfterUpload(options)

  return async (context) => {
    const holder = await admit(context)
    try {
      requirePermission(holder, 'images:upload')
      const address = context.address()
      requireBoundNetwork(holder.key.binding, address)
      if (isDryRun(context.target)) requireTrialAllowed(holder.key)
      // What was accepted once is answered again, however many uploads are left.
      if (context.header('idempotency-key') === null) requireUploadsLeft(holder.key)
      await requireUploadRate(keyLimiter, holder.key)
      const body = await take(context, holder)
      keyUsage.note(holder.key.id, site.clock(), address)
      return answer(context, Response.json(body))
    } catch (cause) {
      const error = failureFor(holder.key, cause)
      reportRefusal(context, error, holder.key.id)
      const refusal = holder.key.clientKind === 'lsky' ? lskyRefusal(error, site.clock()) : undefined
      if (refusal === undefined) throw error
      options.events?.refused(refusal.failure.code)
      return answer(context, refusal.answer)
    }
  }

  async function admit(context: RequestContext): Promise<KeyHolder> {
    try {
      requireListedUploader(context.address(), site.snapshot())
      // Under a load of several times what can be taken, even looking up so many keys would leave no time for uploads.
      requireFree(inFlight)
      return await authenticate(context)
    } catch (error) {
      reportRefusal(context, error)
      throw error
    }
  }

  function reportRefusal(context: RequestContext, error: unknown, keyId?: string): void {
    const event = error instanceof Failure ? eventOf[error.code] : undefined
    if (event === undefined) return
    const isThrottled = keyId === undefined && keyGate.isThrottled(context.address())
    const name = event === 'key.refused' && isThrottled ? 'key.throttled' : event
    options.security?.(name, context, { keyId })
  }

  /** Takes the upload, or only tries it, and gives the body of the answer. */
  async function take(context: RequestContext, { user }: KeyHolder): Promise<object> {
    using _permit = requirePermit(inFlight, { holder: user.id })
    using _timeout = liftConnectionTimeout(context)
    const startedMs = performance.now()
    const dryRun = isDryRun(context.target)
    const incoming: IncomingUpload = {
      readBody: (file) => readUploadForm(context, { deadlines: bounds, fieldNames: uploadFieldNames, file }),
      findUploader: () => authenticate(context),
      announcedBytes: announcedBytes(context),
      idempotencyKey: readIdempotencyKey(context.header('idempotency-key')),
      isStopping: () => options.lifecycle.stopping,
    }
    if (dryRun) return dryRunBody(site.links, await tryUpload(site, incoming))
    const outcome = await upload(site, incoming)
    afterUpload({ requestId: context.id, outcome, startedMs })
    const placeholder = outcome.deduped ? await options.renditions?.placeholder(outcome.image) : undefined
    return uploadBody(site.links, outcome, placeholder)
  }

  function authenticate(context: RequestContext): Promise<KeyHolder> {
    return keyGate.admit(context.header('authorization'), context.address())
  }
}

/**
 * Whether the request asks for the verdict alone, with `?dryRun=1`.
 * @throws {Failure} BAD_REQUEST for any other value: who meant to try must not upload by a slip
 */
function isDryRun(target: URL): boolean {
  const value = target.searchParams.get('dryRun')
  if (value === null || value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  throw badRequest(message('dryRun must be 1 or 0.'))
}

const visibleAscii = /^[\x21-\x7e]{1,255}$/

/** @throws {Failure} BAD_REQUEST */
function readIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined
  if (visibleAscii.test(header)) return header
  const reason = message('The Idempotency-Key must be 1 to 255 visible ASCII characters, without spaces.')
  throw badRequest(reason)
}

function answer(context: RequestContext, response: Response): Response {
  const headers = {
    ...corsHeaders,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': context.id,
  }
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** The `data` of an accepted upload. */
export interface UploadData {
  id: string
  url: string
  pageUrl: string
  formats: Record<CopyFormatName | 'htmlResponsive', string>
  /** Present and true only when the upload matched an existing image, and the key is not quiet. */
  deduped?: true
  type: string
  sizeBytes: number
  width: number
  height: number
  frames: number
  /** The metadata that was taken out before the file was stored; absent if nothing was. */
  removed?: Image['removed']
  /** When the image ends: RFC 3339, in UTC. Absent if it stays. */
  expiresAt?: string
  /** A few pixels of the image as a data URL, to be shown while it loads. Absent until its thumbnail was made. */
  placeholder?: string
}

/** The body of a successful upload; in another form if the key is for a Lsky client. */
export function uploadBody(
  links: ImageLinks,
  { image, deduped, uploader }: UploadOutcome,
  placeholder: string | undefined,
): object {
  const isTold = deduped && !uploader.key?.isQuiet
  const data = uploadData(links, image, {
    deduped: isTold,
    placeholder: isTold ? placeholder : undefined,
  })
  return uploader.key?.clientKind === 'lsky' ? lskyBody(data, image) : { ok: true, data }
}

function uploadData(
  links: ImageLinks,
  image: Image,
  { deduped, placeholder }: { deduped: boolean; placeholder: string | undefined },
): UploadData {
  const url = links.direct(image)
  const pageUrl = links.page(image)
  const { type, sizeBytes, width, height, frames } = image.file
  return {
    id: image.id,
    url,
    pageUrl,
    formats: {
      ...copyFormats({
        url,
        pageUrl,
        thumbnailUrl: links.rendition(image, 'thumbnail'),
        title: image.title,
      }),
      htmlResponsive: responsiveHtml(links, image),
    },
    ...(deduped ? { deduped: true } : {}),
    type,
    sizeBytes,
    width,
    height,
    frames,
    ...(image.removed.length > 0 ? { removed: image.removed } : {}),
    ...(image.expiresAtMs !== null && { expiresAt: isoTime(image.expiresAtMs) }),
    ...(placeholder !== undefined && { placeholder: `data:image/webp;base64,${placeholder}` }),
  }
}
