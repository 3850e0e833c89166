import {
  acceptUpload,
  badRequest,
  Failure,
  message,
  type RecordedImage,
  receiveImage,
  requirePermit,
  type UploadRequest,
} from '@pictoglyph/core'
import { errorStatus } from '@pictoglyph/http'
import { liftConnectionTimeout, uploadBody } from '@pictoglyph/http/upload/upload-body'
import { goTo, wantsJson } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { asMember, reload, withForm } from '../context/create-console-context.ts'
import { isCsrfToken } from '../context/csrf-token.ts'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { readUploadForm, type UploadForm } from './read-upload-form.ts'
import { showUpload } from './upload-page.tsx'

/** Takes one image of whoever is signed in. Scripts get JSON, plain forms a page. */
export async function receiveUpload(context: SignedInContext): Promise<Response> {
  using _permit = requirePermit(context.services.uploadsInFlight, { holder: context.user.id })
  const written = new URLSearchParams()
  try {
    const recorded = await receive(context, written)
    return recorded === undefined ? askToSignIn(context) : answer(context, recorded)
  } catch (error) {
    const isRefusal = error instanceof Failure && errorStatus[error.code] < 500
    if (!isRefusal || wantsJson(context.hono)) throw error
    return showUpload(withForm(context, written, error))
  }
}

/**
 * @param written is given the fields of the form once they have come, for it to be shown again
 * @returns `undefined` for somebody who was signed out, or disabled, while the upload arrived
 */
async function receive(
  context: SignedInContext,
  written: URLSearchParams,
): Promise<RecordedImage | undefined> {
  const { site, uploads, lifecycle, afterUpload } = context.services
  const startedMs = performance.now()
  const header = context.requestContext.header('x-csrf-token')
  if (header !== null) requireToken(context, header)
  using _timeout = liftConnectionTimeout(context.requestContext)
  await using receivers = new AsyncDisposableStack()
  const limitBytes = site.snapshot().policy['upload.maxBytes']
  const form = await readUploadForm({
    contentType: context.requestContext.header('content-type'),
    chunks: await uploadBody(context.requestContext, uploads),
    openReceiver: async () => receivers.use(await receiveImage(site, limitBytes)),
  })
  for (const [name, value] of form.fields) written.set(name, value)
  if (header === null) requireToken(context, form.fields.get('csrf'))
  const later = asMember(await reload(context))
  if (later === undefined) return undefined
  const request = requestOf(later, form)
  const recorded = await acceptUpload(site, {
    received: form.received,
    request,
    isStopping: () => lifecycle.stopping,
  })
  afterUpload({
    requestId: context.requestContext.id,
    holder: request.holder,
    recorded,
    sizeBytes: form.received?.sizeBytes ?? 0,
    startedMs,
  })
  return recorded
}

function requestOf({ user, address }: SignedInContext, { fields }: UploadForm): UploadRequest {
  return {
    holder: { user, key: null },
    address,
    categoryId: fields.get('categoryId'),
    albumId: fields.get('albumId'),
    title: fields.get('title'),
    description: fields.get('description'),
    idempotency: null,
  }
}

function requireToken(context: SignedInContext, given: string | undefined): void {
  if (isCsrfToken(given, context.csrfToken)) return
  throw badRequest(message('This form is no longer valid. Go back, reload the page and send it again.'))
}

/** What repeats the image of somebody else leads to its public page: here only its owner can see it. */
function answer(context: SignedInContext, { image, deduped }: RecordedImage): Response {
  const { links } = context.services.site
  const { id, title } = image
  const isOwn = image.ownerId === context.user.id
  const ownPage = `/images/${id}`
  if (wantsJson(context.hono)) {
    const href = isOwn ? ownPage : links.page(image)
    return context.hono.json({ ok: true, data: { id, href, title, deduped, url: links.direct(image) } })
  }
  if (!isOwn) return goTo(context, '/upload', { name: 'uploadOfSomebodyElse', about: '', imageId: id })
  return goTo(context, ownPage, { name: deduped ? 'uploadDuplicate' : 'uploaded', about: '' })
}
