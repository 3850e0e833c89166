import {
  acceptUpload,
  badRequest,
  Failure,
  type RecordedImage,
  receiveImage,
  sentence,
  type UploadRequest,
} from '@pictoglyph/core'
import { errorStatus } from '@pictoglyph/http'
import { liftConnectionTimeout, uploadBody } from '@pictoglyph/http/upload/upload-body'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { goTo, wantsJson } from '../visit/answers.ts'
import { asMember, lookAgain, withForm } from '../visit/create-visit.ts'
import { isCsrfToken } from '../visit/csrf-token.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { readUploadForm, type UploadForm } from './read-upload-form.ts'
import { showUpload } from './upload-page.tsx'

/** Takes one image of whoever is signed in. Scripts get JSON, plain forms a page. */
export async function receiveUpload(visit: MemberVisit): Promise<Response> {
  using _slot = visit.services.uploadSlots.take(visit.user.id)
  const written = new URLSearchParams()
  try {
    const recorded = await receive(visit, written)
    return recorded === undefined ? askToSignIn(visit) : answer(visit, recorded)
  } catch (error) {
    const isRefusal = error instanceof Failure && errorStatus[error.code] < 500
    if (!isRefusal || wantsJson(visit.context)) throw error
    return showUpload(withForm(visit, written, error))
  }
}

/**
 * @param written is given the fields of the form once they have come, for it to be shown again
 * @returns `undefined` for somebody who was signed out, or disabled, while the upload arrived
 */
async function receive(visit: MemberVisit, written: URLSearchParams): Promise<RecordedImage | undefined> {
  const { site, uploads, lifecycle, noteUpload } = visit.services
  const startedMs = performance.now()
  const header = visit.exchange.header('x-csrf-token')
  if (header !== null) requireToken(visit, header)
  using _timeout = liftConnectionTimeout(visit.exchange)
  await using receivers = new AsyncDisposableStack()
  const limitBytes = site.snapshot().policy['upload.maxBytes']
  const form = await readUploadForm({
    contentType: visit.exchange.header('content-type'),
    chunks: await uploadBody(visit.exchange, uploads),
    openReceiver: async () => receivers.use(await receiveImage(site, limitBytes)),
  })
  for (const [name, value] of form.fields) written.set(name, value)
  if (header === null) requireToken(visit, form.fields.get('csrf'))
  const later = asMember(await lookAgain(visit))
  if (later === undefined) return undefined
  const request = requestOf(later, form)
  const recorded = await acceptUpload(site, {
    received: form.received,
    request,
    isStopping: () => lifecycle.stopping,
  })
  noteUpload({
    requestId: visit.exchange.id,
    holder: request.holder,
    recorded,
    sizeBytes: form.received?.sizeBytes ?? 0,
    startedMs,
  })
  return recorded
}

function requestOf({ user, address }: MemberVisit, { fields }: UploadForm): UploadRequest {
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

function requireToken(visit: MemberVisit, given: string | undefined): void {
  if (isCsrfToken(given, visit.csrfToken)) return
  throw badRequest(sentence('This form is no longer valid. Go back, reload the page and send it again.'))
}

/** What repeats the image of somebody else leads to its public page: here only its owner can see it. */
function answer(visit: MemberVisit, { image, deduped }: RecordedImage): Response {
  const { links } = visit.services.site
  const { id, title } = image
  const isOwn = image.ownerId === visit.user.id
  const ownPage = `/images/${id}`
  if (wantsJson(visit.context)) {
    const href = isOwn ? ownPage : links.page(image)
    return visit.context.json({ ok: true, data: { id, href, title, deduped, url: links.direct(image) } })
  }
  if (!isOwn) return goTo(visit, '/upload', { name: 'uploadOfSomebodyElse', about: '', imageId: id })
  return goTo(visit, ownPage, { name: deduped ? 'uploadDuplicate' : 'uploaded', about: '' })
}
