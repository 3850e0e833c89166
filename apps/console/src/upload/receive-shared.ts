import {
  deleteImages,
  Failure,
  type FailureFacts,
  type FileReceiver,
  requirePermit,
  type UploadOutcome,
  upload,
} from '@pictoglyph/core'
import { errorStatus } from '@pictoglyph/http'
import { type PartHead, readBoundary } from '@pictoglyph/http/multipart/headers'
import { type FileSink, ignored, readForm, uploadBody } from '@pictoglyph/http/upload/read-upload-form'
import { liftConnectionTimeout } from '@pictoglyph/http/upload/timed-body'
import type { SignedInContext } from '../context/console-context.ts'
import { asMember, reload } from '../context/create-console-context.ts'
import { showShared } from './shared-page.tsx'

/**
 * Takes what a phone shares with the console. Such a request carries no token of ours, so nothing that it brings is
 * shown to anyone: each image waits among the deleted ones until its owner confirms.
 */
export async function receiveShared(context: SignedInContext): Promise<Response> {
  const { services, requestContext, user } = context
  using _permit = requirePermit(services.uploadsInFlight, { holder: user.id })
  using _timeout = liftConnectionTimeout(requestContext)
  const categories = await services.site.database.categories.list()
  const categoryId = categories.find(({ enabled }) => enabled)?.id
  const outcomes: UploadOutcome[] = []
  const refusals: FailureFacts[] = []
  let unfinished: FileHandOver | undefined

  async function take(file: FileHandOver): Promise<void> {
    try {
      outcomes.push(await keepAside(context, file, categoryId))
    } catch (error) {
      if (!(error instanceof Failure) || errorStatus[error.code] >= 500) throw error
      refusals.push(error.facts)
    }
  }

  function openFile({ name }: PartHead): FileSink {
    if (name !== 'files') return ignored
    const file = createFileHandOver(take)
    unfinished = file
    return file
  }

  try {
    const chunks = await uploadBody(requestContext, services.uploads)
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

/** Stores one image and deletes it at once, unless it was there before. */
async function keepAside(
  context: SignedInContext,
  file: FileHandOver,
  categoryId: string | undefined,
): Promise<UploadOutcome> {
  const { services, actor } = context
  const { site, lifecycle } = services
  const outcome = await upload(site, {
    readBody: async (receiver) => {
      await file.passTo(receiver)
      return { categoryId }
    },
    findUploader: async () => {
      const member = asMember(await reload(context))
      if (member === undefined) throw new Failure({ code: 'UNAUTHORIZED' })
      return { user: member.user, key: null }
    },
    isStopping: () => lifecycle.stopping,
  })
  if (!outcome.deduped) await deleteImages(site, actor, context.user.id, [outcome.image.id])
  return outcome
}

/** One file of a form with several, on its way to an upload of its own. */
interface FileHandOver extends FileSink {
  /** Passes everything on, at the pace of the receiver. */
  passTo(receiver: Pick<FileReceiver, 'write'>): Promise<void>
  /** The form broke off. */
  fail(reason: unknown): Promise<void>
}

/** @param take starts to receive the file; what it throws is thrown by `write` or `end` */
function createFileHandOver(take: (file: FileHandOver) => Promise<void>): FileHandOver {
  const receiving = Promise.withResolvers<Pick<FileReceiver, 'write'>>()
  const ended = Promise.withResolvers<void>()
  let refusal: unknown
  const file: FileHandOver = {
    async write(bytes) {
      if (refusal !== undefined) return
      const receiver = await receiving.promise
      try {
        await receiver.write(bytes)
      } catch (error) {
        // The rest of a file that is refused is read past, for others may follow it.
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
