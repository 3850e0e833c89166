import type { ImagesClient, UploadedImage, UploadOptions, UploadVerdict } from '@pictoglyph/client'
import type { ProgressBar } from '../progress.ts'
import { inOrder } from './in-order.ts'
import type { NamedFile } from './named-files.ts'
import { problemOf, type UploadResult } from './upload-result.ts'

interface UploadJob {
  client: ImagesClient
  files: readonly NamedFile[]
  options: UploadOptions
  dryRun: boolean
  /** Whether each file's name without its ending becomes its image's title. */
  titleFromName: boolean
  /** Number of parallel uploads. */
  concurrency: number
  /** Counts the bytes of the files. */
  progress: ProgressBar
}

/** Uploads every file, even after failures, and yields the results in the files' order. */
export function uploadFiles(job: UploadJob): AsyncGenerator<UploadResult, void> {
  return inOrder(job.files, job.concurrency, async (file) => {
    try {
      return { ok: true, file: file.name, data: await uploadFile(job, file) }
    } catch (error) {
      return { ok: false, file: file.name, error: problemOf(error) }
    }
  })
}

async function uploadFile(
  { client, options, dryRun, titleFromName, progress }: UploadJob,
  { read, sizeBytes, fileName }: NamedFile,
): Promise<UploadedImage | UploadVerdict> {
  let doneBytes = 0
  function reach(bytes: number): void {
    progress.advance(bytes - doneBytes)
    doneBytes = bytes
  }
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
    reach(Math.round((sizeBytes * sentBytes) / totalBytes))
  const title = titleFromName ? nameWithoutEnding(fileName) : options.title
  const given = { ...options, title, fileName, ...(progress.isShown && { onProgress }) }
  try {
    const content = await read()
    return dryRun
      ? await client.upload(content, { ...given, dryRun })
      : await client.upload(content, { ...given, dryRun })
  } finally {
    reach(sizeBytes)
  }
}

function nameWithoutEnding(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/, '')
}
