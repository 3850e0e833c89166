import {
  badRequest,
  Failure,
  type FileReceiver,
  message,
  requireListedUploader,
  requirePermit,
  type UploadFields,
  type UploadOutcome,
  upload,
  uploadFieldNames,
} from '@pictoglyph/core'
import { errorStatus } from '@pictoglyph/http'
import { announcedBytes, readUploadForm } from '@pictoglyph/http/upload/read-upload-form'
import { liftConnectionTimeout } from '@pictoglyph/http/upload/timed-body'
import { goTo, wantsJson } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { asMember, reload, withForm } from '../context/create-console-context.ts'
import { isCsrfToken } from '../context/csrf-token.ts'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { showUpload } from './upload-page.tsx'

/** Takes one image of the member who is signed in. Scripts get JSON, plain forms a page. */
export async function receiveUpload(context: SignedInContext): Promise<Response> {
  using _permit = requirePermit(context.services.uploadsInFlight, { holder: context.user.id })
  using _timeout = liftConnectionTimeout(context.requestContext)
  const written = new URLSearchParams()
  try {
    return answer(context, await take(context, written))
  } catch (error) {
    if (!(error instanceof Failure) || errorStatus[error.code] >= 500) throw error
    if (error.code === 'IP_BLACKLISTED' || error.code === 'IP_NOT_WHITELISTED') {
      context.services.security?.('address.refused', context.requestContext, { user: context.user.name })
    }
    // Signed out, or disabled, while the upload arrived.
    if (error.code === 'UNAUTHORIZED') return askToSignIn(context)
    if (wantsJson(context.hono)) throw error
    return showUpload(withForm(context, written, error))
  }
}

/** @param written is given the fields of the form once they have come, for it to be shown again */
async function take(context: SignedInContext, written: URLSearchParams): Promise<UploadOutcome> {
  const { requestContext } = context
  const { site, uploads, lifecycle, afterUpload } = context.services
  requireListedUploader(context.address, site.snapshot())
  const startedMs = performance.now()
  const token = requestContext.header('x-csrf-token')
  if (token !== null) requireToken(context, token)

  async function readBody(file: Pick<FileReceiver, 'write'>): Promise<UploadFields> {
    const fieldNames = ['csrf', ...uploadFieldNames] as const
    const fields = await readUploadForm(requestContext, { deadlines: uploads, fieldNames, file })
    for (const [name, value] of Object.entries(fields)) written.set(name, value)
    if (token === null) requireToken(context, fields.csrf)
    return fields
  }

  const outcome = await upload(site, {
    readBody,
    findUploader: async () => {
      const member = asMember(await reload(context))
      if (member === undefined) throw new Failure({ code: 'UNAUTHORIZED' })
      return { user: member.user, key: null }
    },
    announcedBytes: announcedBytes(requestContext),
    isStopping: () => lifecycle.stopping,
  })
  afterUpload({ requestId: requestContext.id, outcome, startedMs })
  return outcome
}

function requireToken(context: SignedInContext, given: string | undefined): void {
  if (isCsrfToken(given, context.csrfToken)) return
  context.services.security?.('csrf.refused', context.requestContext, { user: context.user.name })
  throw badRequest(message('This form is no longer valid. Go back, reload the page and send it again.'))
}

/** What repeats the image of someone else leads to its public page: here only its owner can see it. */
function answer(context: SignedInContext, { image, deduped }: UploadOutcome): Response {
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
