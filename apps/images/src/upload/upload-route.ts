import {
  acceptUpload,
  createSemaphore,
  type KeyHolder,
  receiveImage,
  requireBoundNetwork,
  requireFree,
  requirePermission,
  requirePermit,
  type SitePorts,
  type UploadRequest,
} from '@pictoglyph/core'
import type { Handler, RequestContext } from '@pictoglyph/http'
import { createAfterUpload } from '@pictoglyph/http/upload/after-upload'
import { liftConnectionTimeout, uploadBody } from '@pictoglyph/http/upload/upload-body'
import { corsHeaders } from '../cors.ts'
import { defaultUploadBounds, type ImagesServiceOptions } from '../options.ts'
import { isDryRun, tryUpload } from './dry-run.ts'
import { type Idempotency, readIdempotencyKey, recallAnswer, uploadFingerprint } from './idempotency.ts'
import { lskyRefusal } from './lsky-refusal.ts'
import { readUploadForm, type UploadForm } from './read-upload-form.ts'
import { receivingForVerdict } from './receive-for-verdict.ts'
import { answerBody } from './upload-answer.ts'

/** `POST /api/v1/upload`: who is calling comes first, and only then the body. */
export function createUploadHandler(options: ImagesServiceOptions): Handler {
  const { site, keyGate, keyUsage } = options
  const bounds = options.uploads ?? defaultUploadBounds
  const inFlight = createSemaphore({ permits: bounds.maxInFlight, maxOfOne: bounds.maxOfOneUser })
  const afterUpload = createAfterUpload(options)
  const isStopping = () => options.lifecycle.stopping

  return async (context) => {
    // Under a load of several times what can be taken, even looking up so many keys would leave no time for uploads.
    requireFree(inFlight)
    const address = context.address()
    const holder = await keyGate.admit(context.header('authorization'), address)
    try {
      requirePermission(holder, 'images:upload')
      requireBoundNetwork(holder.key.binding, address)
      const body = await upload(context, holder)
      keyUsage.note(holder.key.id, site.clock())
      return answer(context, Response.json(body))
    } catch (error) {
      const refusal = holder.key.clientKind === 'lsky' ? lskyRefusal(error, site.clock()) : undefined
      if (refusal === undefined) throw error
      options.events?.refused(refusal.failure.code)
      return answer(context, refusal.answer)
    }
  }

  async function upload(context: RequestContext, admitted: KeyHolder): Promise<object> {
    using _permit = requirePermit(inFlight, { holder: admitted.user.id })
    const dryRun = isDryRun(context.target)
    const idempotencyKey = readIdempotencyKey(context.header('idempotency-key'))
    const startedMs = performance.now()
    using _timeout = liftConnectionTimeout(context)
    await using receivers = new AsyncDisposableStack()
    const limitBytes = site.snapshot().policy['upload.maxBytes']
    const openReceiver = () =>
      dryRun
        ? receiveImage(receivingForVerdict(site, limitBytes), Number.POSITIVE_INFINITY)
        : receiveImage(site, limitBytes)
    const form = await readUploadForm({
      contentType: context.header('content-type'),
      chunks: await uploadBody(context, bounds),
      openReceiver: async () => receivers.use(await openReceiver()),
    })
    // A body may take a quarter of an hour to arrive, and a key that has ended meanwhile adds nothing.
    const holder = await keyGate.admit(context.header('authorization'), context.address())
    const idempotency = idempotencyOf(site, holder, form, idempotencyKey)
    const request = uploadRequest(context, holder, form, idempotency)
    if (dryRun)
      return { ok: true, data: await tryUpload(site, { received: form.received, request, limitBytes }) }

    const earlier = idempotency === null ? undefined : await recallAnswer(site, idempotency)
    const recorded = earlier ?? (await acceptUpload(site, { received: form.received, request, isStopping }))
    afterUpload({
      requestId: context.id,
      holder,
      recorded,
      sizeBytes: form.received?.sizeBytes ?? 0,
      startedMs,
      isRepeated: earlier !== undefined,
    })
    return answerBody(site.links, recorded, holder)
  }
}

function uploadRequest(
  context: RequestContext,
  holder: KeyHolder,
  { fields }: UploadForm,
  idempotency: Idempotency | null,
): UploadRequest {
  return {
    holder,
    address: context.address(),
    categoryId: fields.categoryId,
    albumId: fields.albumId,
    title: fields.title,
    description: fields.description,
    idempotency,
  }
}

/** An Idempotency-Key counts within the API key that it came with. */
function idempotencyOf(
  site: SitePorts,
  { key }: KeyHolder,
  { received, fields }: UploadForm,
  token: string | undefined,
): Idempotency | null {
  if (token === undefined || received === undefined) return null
  return { keyId: key.id, token, fingerprint: uploadFingerprint(site, received.sha256, fields) }
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
