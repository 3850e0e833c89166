import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { type UploadOutcome, upload } from '@pictoglyph/site/upload'
import {
  type FileSource,
  type IncomingUpload,
  type UploadFields,
  uploadFieldNames,
} from '@pictoglyph/site/upload/incoming'
import { errorStatus } from '@pictoglyph/web/error-answer'
import { announcedBytes, readUploadForm } from '@pictoglyph/web/upload/read-upload-form'
import { liftConnectionTimeout } from '@pictoglyph/web/upload/timed-body'
import type { UploadPlace } from '@pictoglyph/web/upload/upload-places'
import { chosenAlbum } from '../albums/chosen-album.ts'
import { nameOfNew, newAlbumField } from '../albums/new-album-choice.ts'
import { goTo, wantsJson } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { asMember, reload, withForm } from '../context/create-console-context.ts'
import { isCsrfToken } from '../context/csrf-token.ts'
import { customName, spanIn } from '../parts/expiry-choice.ts'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { showUpload } from './upload-page.tsx'

/** Receives one image of a member. Scripts get JSON, plain forms a page. */
export async function receiveUpload(context: SignedInContext): Promise<Response> {
  const { address, services, user } = context
  using place = services.uploadPlaces.take({ userId: user.id, address })
  using _timeout = liftConnectionTimeout(context.requestContext)
  const written = new URLSearchParams()
  try {
    return answer(context, await take(context, written, place))
  } catch (error) {
    if (!(error instanceof Failure) || errorStatus[error.code] >= 500) throw error
    if (error.code === 'IP_BLACKLISTED' || error.code === 'IP_NOT_WHITELISTED') {
      context.services.security?.('address.refused', context.requestContext, { user: context.user.name })
    }
    // The member was signed out, or disabled, during the upload.
    if (error.code === 'UNAUTHORIZED') return askToSignIn(context)
    if (wantsJson(context.hono)) throw error
    return showUpload(withForm(context, written, error))
  }
}

/** @param written called with the form's fields once they have arrived, to show the form again */
async function take(
  context: SignedInContext,
  written: URLSearchParams,
  { pace }: UploadPlace,
): Promise<UploadOutcome> {
  const { requestContext } = context
  const { uploads, afterUpload } = context.services
  const startedMs = performance.now()
  const token = requestContext.header('x-csrf-token')

  async function readBody(file: FileSource): Promise<UploadFields> {
    if (token !== null) requireToken(context, token)
    const fieldNames = ['csrf', customName('expiresIn'), newAlbumField, ...uploadFieldNames] as const
    const fields = await readUploadForm(requestContext, { deadlines: uploads, pace, fieldNames, file })
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) written.set(name, value)
    }
    if (token === null) requireToken(context, fields.csrf)
    const newName = nameOfNew(fields.albumId ?? '', fields.newAlbum ?? '')
    const album = newName === undefined ? undefined : await chosenAlbum(context, newName)
    return { ...fields, expiresIn: spanIn(written, 'expiresIn'), ...(album && { albumId: album.id }) }
  }

  const outcome = await upload(context.services.uploadPorts, {
    ...incomingOf(context),
    readBody,
    announcedBytes: announcedBytes(requestContext),
  })
  afterUpload({ requestId: requestContext.id, outcome, startedMs })
  return outcome
}

/** An upload of the member, without its body. */
export function incomingOf(context: SignedInContext): Omit<IncomingUpload, 'readBody'> {
  return {
    address: context.address,
    uploader: { user: context.user, key: null },
    async findUploader() {
      const member = asMember(await reload(context))
      if (member === undefined) throw new Failure({ code: 'UNAUTHORIZED' })
      return { user: member.user, key: null }
    },
    isStopping: () => context.services.lifecycle.stopping,
  }
}

function requireToken(context: SignedInContext, given: string | undefined): void {
  if (isCsrfToken(given, context.csrfToken)) return
  context.services.security?.('csrf.refused', context.requestContext, { user: context.user.name })
  throw badRequest(message('This form is no longer valid. Go back, reload the page and send it again.'))
}

/** Links a duplicate of someone else's image to its public page: only the owner can see its page here. */
function answer(context: SignedInContext, { image, deduped }: UploadOutcome): Response {
  const { links } = context.services.site
  const { id, title } = image
  const isOwn = image.ownerId === context.user.id
  const ownPage = `/images/${id}`
  if (wantsJson(context.hono)) {
    const href = isOwn ? ownPage : links.page(image)
    const { description, categoryId } = image
    // Of someone else's image, only the facts on its public page.
    const words = isOwn ? { title, description, categoryId } : { title, description: '', categoryId: '' }
    return context.hono.json({ ok: true, data: { id, href, ...words, deduped, url: links.direct(image) } })
  }
  if (!isOwn) return goTo(context, '/upload', { name: 'uploadOfSomebodyElse', about: '', imageId: id })
  return goTo(context, ownPage, { name: deduped ? 'uploadDuplicate' : 'uploaded', about: '' })
}
