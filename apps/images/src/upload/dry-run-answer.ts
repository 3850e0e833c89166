import { Failure } from '@pictoglyph/site/language/failure'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import type { UploadVerdict } from '@pictoglyph/site/upload'
import { shownSize } from '@pictoglyph/site/upload/store'

/** The `data` of a dry run. */
export interface DryRunData {
  /** Distinguishes it from the answer to an upload. */
  kind: 'verdict'
  accepted: boolean
  /** Every reason to refuse it, with the codes of a real upload; that would answer with the first. */
  problems: { code: string; message: string }[]
  /** The facts of the file; `null` if it is missing or not a readable image. */
  image: { type: string; width: number; height: number; frames: number; sizeBytes: number } | null
  /** Whether the answer would be an existing image. */
  wouldDedupe: boolean
  /** The existing image. */
  existing?: { id: string; url: string; pageUrl: string }
}

/** The body of a dry run's answer. */
export function dryRunBody(
  links: SitePorts['links'],
  { problems, file, existing }: UploadVerdict,
): { ok: true; data: DryRunData } {
  const data: DryRunData = {
    kind: 'verdict',
    accepted: problems.length === 0,
    problems: problems.map((facts) => ({ code: facts.code, message: new Failure(facts).message })),
    image: imageOf(file, existing),
    wouldDedupe: existing !== undefined,
    ...(existing && {
      existing: { id: existing.id, url: links.direct(existing), pageUrl: links.page(existing) },
    }),
  }
  return { ok: true, data }
}

function imageOf(file: UploadVerdict['file'], existing: UploadVerdict['existing']): DryRunData['image'] {
  if (file === undefined && existing !== undefined) {
    const { type, width, height, frames, sizeBytes } = existing.file
    return { type, width, height, frames, sizeBytes }
  }
  if (file === undefined || !('facts' in file.content)) return null
  const { facts } = file.content
  return { type: facts.type, ...shownSize(facts), frames: facts.frames, sizeBytes: file.sizeBytes }
}
