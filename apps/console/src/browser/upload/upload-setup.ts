import type { Language } from '@pictoglyph/http'
import type { StripMode } from '@pictoglyph/media'
import type { QueueWords } from '../../text/upload/en.ts'
import { pageAt } from '../page-at.ts'

/** What scripts need to upload, read from the upload page: its address, limits, words, templates and token. */
export interface UploadSetup {
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

/** The setup in a page; `undefined` on other pages, and if no category takes uploads. */
export function uploadSetupIn(page: Document): UploadSetup | undefined {
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

/** Loads the setup from the upload page, for other pages. */
export async function loadUploadSetup(): Promise<UploadSetup | undefined> {
  const page = await pageAt(uploadPage)
  return page && uploadSetupIn(page)
}

/** Takes the form's token again: one who had to sign in meanwhile has another. @returns whether it is another */
export async function renewToken(setup: UploadSetup): Promise<boolean> {
  const token = (await loadUploadSetup())?.csrfToken
  if (token === undefined || token === setup.csrfToken) return false
  setup.csrfToken = token
  return true
}

function optionsOf(form: HTMLFormElement, name: string): ReadonlyMap<string, string> {
  const options = form.querySelectorAll<HTMLOptionElement>(`select[name=${name}] option`)
  return new Map(
    [...options].filter(({ value }) => value !== '').map(({ value, textContent }) => [value, textContent]),
  )
}
