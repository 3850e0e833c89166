import type { Failure } from '@pictoglyph/site/language/failure'
import type { Output } from '../output.ts'
import type { AddressResult, DocumentResult, RehostJob } from './rehost-document.ts'

/** Reports the results of documents, and at the end the totals. */
interface RehostReport {
  document(result: DocumentResult): void
  unread(file: string, failure: Failure): void
  /** @param run how many of all documents were processed */
  end(run: { done: number; all: number }): void
}

const notUnderstood =
  'This looks like the address of a picture, in a form that is not understood: left as it is.'

/**
 * Reports the result of each document; the process fails if an image should have moved and did not.
 * @param options.waits holds lines back until the end, while a progress bar is shown
 */
export function createRehostReport(
  { mode, imagesUrl }: RehostJob,
  output: Output,
  { asJson, waits }: { asJson: boolean; waits: boolean },
): RehostReport {
  const foreign = new Set<string>()
  const counts = { moved: 0, foreign: 0, failed: 0, left: 0, documents: 0 }
  const waiting: (() => void)[] = []

  const now = (work: () => void): void => void (waits ? waiting.push(work) : work())
  const isWrong = ({ reason }: AddressResult) => reason !== undefined || mode === 'look'

  function fail(file: string, { line, from }: AddressResult, reason: string): void {
    process.exitCode = 1
    if (!asJson) now(() => output.remark(`${file}:${line}: ${from}: ${reason}`))
  }

  function one(file: string, image: AddressResult): void {
    if (image.isLeft) {
      counts.left += 1
      if (mode === 'look') process.exitCode = 1
      if (!asJson) now(() => output.remark(`${file}:${image.line}: ${image.from}: ${notUnderstood}`))
    } else if (image.reason !== undefined) {
      counts.failed += 1
      fail(file, image, image.reason)
    } else if (mode === 'look') {
      counts.failed += 1
      fail(file, image, 'This image is not on the service.')
    } else if (image.isForeign) {
      counts.foreign += 1
      foreign.add(URL.parse(image.from, 'https://x')?.host ?? image.from)
    } else if (mode === 'try') {
      counts.moved += 1
      if (!asJson) now(() => output.done(`${file}:${image.line}: ${image.from} would move`))
    }
  }

  return {
    document({ file, images }) {
      if (asJson) output.created({ ok: !images.some(isWrong), file, images })
      const moved = images.filter(({ to }) => to !== undefined)
      counts.moved += moved.length
      if (moved.length > 0) counts.documents += 1
      if (moved.length > 0 && !asJson) {
        now(() => output.done(`${file}: ${counted(moved.length, 'image')} now on ${imagesUrl}`))
      }
      for (const image of images) one(file, image)
    },
    unread(file, { code, message }) {
      process.exitCode = 1
      if (asJson) output.created({ ok: false, file, error: { code, message } })
      else now(() => output.remark(`${file}: ${message}`))
    },
    end({ done, all }) {
      for (const work of waiting) work()
      if (done < all) process.exitCode = 130
      if (asJson) return
      if (done < all) {
        output.remark(`Stopped after ${done} of ${all} documents. Run the same command again to go on.`)
      }
      if (foreign.size > 0) {
        const hosts = [...foreign].toSorted().join(' ')
        output.remark(
          `Left where they are: ${counted(counts.foreign, 'image')} of other hosts. To move them: --from ${hosts}`,
        )
      }
      if (all > 1 || counts.left > 0) output.remark(summaryOf(counts, mode))
    },
  }
}

function summaryOf(
  {
    moved,
    foreign,
    failed,
    left,
    documents,
  }: Record<'moved' | 'foreign' | 'failed' | 'left' | 'documents', number>,
  mode: RehostJob['mode'],
): string {
  const parts = {
    move: `${counted(moved, 'image')} of ${counted(documents, 'document')} moved`,
    try: `${counted(moved, 'image')} would move`,
    look: undefined,
  }
  return `${[
    parts[mode],
    `${failed} ${mode === 'look' ? 'not on the service' : 'could not'}`,
    `${foreign} of other hosts left`,
    `${left} not understood`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')}.`
}

const counted = (count: number, noun: string): string => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)
