import { deleteImages } from '@pictoglyph/site/images'
import { titleFromName } from '@pictoglyph/site/images/title-from-name'
import { Failure, type FailureFacts } from '@pictoglyph/site/language/failure'
import { requireListedUploader } from '@pictoglyph/site/snapshot'
import { type UploadOutcome, upload } from '@pictoglyph/site/upload'
import type { FileReceiver } from '@pictoglyph/site/upload/receive'
import { errorStatus } from '@pictoglyph/web/error-answer'
import { type PartHead, readBoundary } from '@pictoglyph/web/multipart/headers'
import { type FileSink, ignored, readForm, uploadBody } from '@pictoglyph/web/upload/read-upload-form'
import { liftConnectionTimeout } from '@pictoglyph/web/upload/timed-body'
import { getCookie } from 'hono/cookie'
import type { SignedInContext } from '../context/console-context.ts'
import { nameAsTitleCookie } from './name-as-title.ts'
import { incomingOf } from './receive-upload.ts'
import { showShared } from './shared-page.tsx'

/**
 * Receives images that a phone shares with the console. Such a request has no token of ours, so none of it is shown to
 * anyone: each image is stored as deleted until its owner confirms.
 */
export async function receiveShared(context: SignedInContext): Promise<Response> {
  const { services, requestContext, user } = context
  requireListedUploader(context.address, services.site.snapshot())
  using place = services.uploadPlaces.take({ userId: user.id, address: context.address })
  using _timeout = liftConnectionTimeout(requestContext)
  const categories = await services.site.database.categories.list()
  const categoryId = categories.find(({ enabled }) => enabled)?.id
  const namesAreTitles = getCookie(context.hono, nameAsTitleCookie) !== 'off'
  const titleOf = ({ name }: FileHandOver) => (namesAreTitles ? titleFromName(name) : '')
  const outcomes: UploadOutcome[] = []
  const refusals: FailureFacts[] = []
  let unfinished: FileHandOver | undefined

  async function take(file: FileHandOver): Promise<void> {
    try {
      outcomes.push(await keepAside(context, file, { categoryId, title: titleOf(file) }))
    } catch (error) {
      if (!(error instanceof Failure) || errorStatus[error.code] >= 500) throw error
      refusals.push(error.facts)
    }
  }

  function openFile({ name, fileName, isFile }: PartHead): FileSink {
    if (name !== 'files' || !isFile) return ignored
    const file = createFileHandOver(fileName, take)
    unfinished = file
    return file
  }

  try {
    const chunks = await uploadBody(requestContext, services.uploads, place.pace)
    await readForm(chunks, {
      boundary: readBoundary(requestContext.header('content-type')),
      fieldNames: [],
      openFile,
    })
  } catch (error) {
    await unfinished?.fail(error)
    throw error
  }
  const query = new URLSearchParams(outcomes.map(({ image }) => ['id', image.id]))
  return showShared({ ...context, query, page: `/share?${query}` }, refusals)
}

/** Stores one image and deletes it at once, unless it existed before. */
async function keepAside(
  context: SignedInContext,
  file: FileHandOver,
  fields: { categoryId: string | undefined; title: string },
): Promise<UploadOutcome> {
  const { services, actor } = context
  const outcome = await upload(services.uploadPorts, {
    ...incomingOf(context),
    readBody: async (receiver) => {
      receiver.noteName(file.name)
      await file.passTo(receiver)
      return fields
    },
  })
  if (!outcome.deduped) await deleteImages(services.site, actor, context.user.id, [outcome.image.id])
  return outcome
}

/** One of several files in a form, passed on to its own upload. */
interface FileHandOver extends FileSink {
  name: string
  /** Passes all bytes on, at the pace of the receiver. */
  passTo(receiver: Pick<FileReceiver, 'write'>): Promise<void>
  /** Call it when the form broke off. */
  fail(reason: unknown): Promise<void>
}

/** @param take starts to receive the file; `write` or `end` throw its errors */
function createFileHandOver(name = '', take: (file: FileHandOver) => Promise<void>): FileHandOver {
  const receiving = Promise.withResolvers<Pick<FileReceiver, 'write'>>()
  const ended = Promise.withResolvers<void>()
  let refusal: unknown
  const file: FileHandOver = {
    name,
    async write(bytes) {
      if (refusal !== undefined) return
      const receiver = await receiving.promise
      try {
        await receiver.write(bytes)
      } catch (error) {
        // Skip the rest of a refused file: others may follow it.
        refusal = error
        ended.reject(error)
        await taken
      }
    },
    async end() {
      ended.resolve()
      await taken
    },
    async passTo(receiver) {
      receiving.resolve(receiver)
      await ended.promise
    },
    async fail(reason) {
      ended.reject(reason)
      await Promise.allSettled([taken])
    },
  }
  const taken = take(file)
  return file
}
