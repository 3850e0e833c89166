import type { ImageLinks } from '@pictoglyph/site/images/image-addresses'
import { findHolder } from '@pictoglyph/site/keys/key-gate'
import { failureFor } from '@pictoglyph/site/keys/key-restrictions'
import type { KeyHolder } from '@pictoglyph/site/keys/key-rows'
import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { tryUpload, type UploadOutcome, upload } from '@pictoglyph/site/upload'
import { type IncomingUpload, uploadFieldNames } from '@pictoglyph/site/upload/incoming'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { Handler } from '@pictoglyph/web/service'
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
import { uploadData } from './upload-data.ts'

/** Creates the handler of `POST /api/v1/upload`. It authenticates the caller before it reads the body. */
export function createUploadHandler(options: ImagesServiceOptions): Handler {
  const { site, keyUsage, keyLimiter } = options
  const uploadPorts = { ...site, keyLimiter }
  const bounds = options.uploads ?? defaultUploadBounds
  const places = createUploadPlaces(bounds)
  const afterUpload = createAfterUpload(options)
  const keys = createKeyAdmission(options)

  return async (context) => {
    // Under heavy overload, even looking up all keys would leave no time for uploads.
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

  /** Performs the upload or the dry run, and returns the answer's body. */
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
          // Lsky's clients send further fields of its interface, such as album_id.
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

/** The body of a successful upload, in another form for the key of a Lsky client. */
function uploadBody(
  links: ImageLinks,
  { image, deduped, uploader }: UploadOutcome,
  placeholder: string | undefined,
): object {
  const isTold = deduped && !uploader.key?.isGuestLink
  const data = uploadData(links, image, {
    deduped: isTold,
    placeholder: isTold ? placeholder : undefined,
  })
  return uploader.key?.clientKind === 'lsky' ? lskyBody(data, image) : { ok: true, data }
}
