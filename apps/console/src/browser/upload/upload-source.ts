import type { Language } from '@pictoglyph/http'
import type { StripMode } from '@pictoglyph/media'
import type { QueueWords } from '../../text/upload/en.ts'
import { pageAt } from '../page-at.ts'

/** What the page of uploads says: where they go, under which bounds, and what the queue is made from. */
export interface UploadSource {
  readonly address: string
  readonly maxBytes: number
  readonly metadata: StripMode
  readonly metadataScript: string
  readonly words: QueueWords
  readonly language: Language
  readonly queueTemplate: HTMLTemplateElement
  readonly rowTemplate: HTMLTemplateElement
  /** Names by id, those enabled only. */
  readonly categories: ReadonlyMap<string, string>
  readonly albums: ReadonlyMap<string, string>
  csrfToken: string
}

const uploadPage = '/upload'

/** The one that a page holds; `undefined` on others, and where no category takes uploads. */
export function uploadSourceIn(page: Document): UploadSource | undefined {
  const form = page.querySelector<HTMLFormElement>('form[data-upload]')
  const queueTemplate = page.querySelector<HTMLTemplateElement>('template[data-queue-template]')
  const rowTemplate = page.querySelector<HTMLTemplateElement>('template[data-row-template]')
  if (!form || !queueTemplate || !rowTemplate) return undefined
  const { csrf = '', maxBytes, metadata, metadataScript = '', words = '{}' } = form.dataset
  return {
    address: uploadPage,
    maxBytes: Number(maxBytes),
    metadata: metadata as StripMode,
    metadataScript,
    words: JSON.parse(words),
    language: page.documentElement.lang as Language,
    queueTemplate,
    rowTemplate,
    categories: optionsOf(form, 'categoryId'),
    albums: optionsOf(form, 'albumId'),
    csrfToken: csrf,
  }
}

/** Reads it from the page of uploads, for the others. */
export async function loadUploadSource(): Promise<UploadSource | undefined> {
  const page = await pageAt(uploadPage)
  return page && uploadSourceIn(page)
}

/** Takes the form's token again: one who had to sign in meanwhile has another. @returns whether it is another */
export async function renewToken(source: UploadSource): Promise<boolean> {
  const token = (await loadUploadSource())?.csrfToken
  if (token === undefined || token === source.csrfToken) return false
  source.csrfToken = token
  return true
}

function optionsOf(form: HTMLFormElement, name: string): ReadonlyMap<string, string> {
  const options = form.querySelectorAll<HTMLOptionElement>(`select[name=${name}] option`)
  return new Map(
    [...options].filter(({ value }) => value !== '').map(({ value, textContent }) => [value, textContent]),
  )
}
