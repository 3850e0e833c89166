import type { CopyFormatName } from '@pictoglyph/site/images/copy-formats'
import { copyFormatsOf, type ImageLinks, responsiveHtml } from '@pictoglyph/site/images/image-addresses'
import { findHolder } from '@pictoglyph/site/keys/key-gate'
import { failureFor } from '@pictoglyph/site/keys/key-restrictions'
import type { KeyHolder } from '@pictoglyph/site/keys/key-rows'
import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Image } from '@pictoglyph/site/language/records'
import { isoTime } from '@pictoglyph/site/language/time'
import { tryUpload, type UploadOutcome, upload } from '@pictoglyph/site/upload'
import { type IncomingUpload, uploadFieldNames } from '@pictoglyph/site/upload/incoming'
import type { Handler, RequestContext } from '@pictoglyph/web/service'
import { createAfterUpload } from '@pictoglyph/web/upload/after-upload'
import { announcedBytes, readUploadForm } from '@pictoglyph/web/upload/read-upload-form'
import { liftConnectionTimeout } from '@pictoglyph/web/upload/timed-body'
import { createUploadPlaces } from '@pictoglyph/web/upload/upload-places'
import { corsHeaders } from '../cors.ts'
import { defaultUploadBounds, type ImagesServiceOptions } from '../options.ts'
import { dryRunBody } from './dry-run-answer.ts'
import { createKeyAdmission } from './key-admission.ts'
import { lskyBody, lskyRefusal } from './lsky-answer.ts'
import { isDryRun, refuseNearMiss } from './near-misses.ts'

/** `POST /api/v1/upload`: who is calling comes first, and only then the body. */
export function createUploadHandler(options: ImagesServiceOptions): Handler {
  const { site, keyUsage, keyLimiter } = options
  const uploadPorts = { ...site, keyLimiter }
  const bounds = options.uploads ?? defaultUploadBounds
  const places = createUploadPlaces(bounds)
  const afterUpload = createAfterUpload(options)
  const keys = createKeyAdmission(options)

  return async (context) => {
    // Under a load of several times what can be taken, even looking up so many keys would leave no time for uploads.
    const holder = await keys.admit(context, places.requireRoom)
    try {
      const body = await take(context, holder)
      keyUsage.note(holder.key.id, site.clock(), context.address())
      return answer(context, Response.json(body))
    } catch (cause) {
      const error = failureFor(holder.key, cause)
      keys.report(context, error, holder.key.id)
      const refusal = holder.key.clientKind === 'lsky' ? lskyRefusal(error, site.clock()) : undefined
      if (refusal === undefined) throw error
      options.events?.refused(refusal.failure.code)
      return answer(context, refusal.answer)
    }
  }

  /** Takes the upload, or only tries it, and gives the body of the answer. */
  async function take(context: RequestContext, holder: KeyHolder): Promise<object> {
    using place = places.take({ userId: holder.user.id, key: holder.key, address: context.address() })
    using _timeout = liftConnectionTimeout(context)
    const startedMs = performance.now()
    const dryRun = isDryRun(context.target)
    const incoming: IncomingUpload = {
      address: context.address(),
      uploader: holder,
      readBody: (file) =>
        readUploadForm(context, {
          deadlines: bounds,
          pace: place.pace,
          fieldNames: uploadFieldNames,
          file,
          // Lsky's own clients send fields of its interface, such as album_id.
          ...(holder.key.clientKind === 'standard' && { onUnknown: refuseNearMiss }),
        }),
      async findUploader() {
        const found = await findHolder(site.database.keys, holder.key.secretHash, site.clock())
        if (found === undefined) throw new Failure({ code: 'UNAUTHORIZED' })
        return found
      },
      announcedBytes: announcedBytes(context),
      idempotencyKey: readIdempotencyKey(context.header('idempotency-key')),
      isStopping: () => options.lifecycle.stopping,
    }
    if (dryRun) return dryRunBody(site.links, await tryUpload(uploadPorts, incoming))
    const outcome = await upload(uploadPorts, incoming)
    afterUpload({ requestId: context.id, outcome, startedMs })
    const placeholder = outcome.deduped ? await options.renditions?.placeholder(outcome.image) : undefined
    return uploadBody(site.links, outcome, placeholder)
  }
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
  /** Tells it from the verdict of a dry run. */
  kind: 'image'
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
  const { type, sizeBytes, width, height, frames } = image.file
  const data: UploadData = {
    kind: 'image',
    id: image.id,
    url: links.direct(image),
    pageUrl: links.page(image),
    formats: {
      ...copyFormatsOf(links, image),
      htmlResponsive: responsiveHtml(links, image),
    },
    ...(isTold && { deduped: true }),
    type,
    sizeBytes,
    width,
    height,
    frames,
    ...(image.removed.length > 0 && { removed: image.removed }),
    ...(image.expiresAtMs !== null && { expiresAt: isoTime(image.expiresAtMs) }),
    ...(isTold && placeholder !== undefined && { placeholder: `data:image/webp;base64,${placeholder}` }),
  }
  return uploader.key?.clientKind === 'lsky' ? lskyBody(data, image) : { ok: true, data }
}
