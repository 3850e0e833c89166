import type { StripMode } from '@pictoglyph/media/strip/plan'
import type { Language } from '@pictoglyph/web/language'
import { pageAt } from '@pictoglyph/web/page/browser/page-at'
import type { QueueWords } from '../../text/upload.ts'

/** The setup for upload scripts, in every page: address, limits, words, templates and token. */
export interface UploadSetup {
  readonly address: string
  readonly maxBytes: number
  readonly metadata: StripMode
  readonly metadataScript: string
  readonly words: QueueWords
  readonly language: Language
  readonly queueTemplate: HTMLTemplateElement
  readonly rowTemplate: HTMLTemplateElement
  /** Names of enabled categories by id. */
  readonly categories: ReadonlyMap<string, string>
  readonly albums: ReadonlyMap<string, string>
  csrfToken: string
}

const uploadPage = '/upload'

/** Reads the setup from a page; `undefined` if no one is signed in or no category takes uploads. */
export function uploadSetupIn(page: Document): UploadSetup | undefined {
  const root = page.querySelector<HTMLElement>('[data-upload-setup]')
  const queueTemplate = page.querySelector<HTMLTemplateElement>('template[data-queue-template]')
  const rowTemplate = page.querySelector<HTMLTemplateElement>('template[data-row-template]')
  if (!root || !queueTemplate || !rowTemplate) return undefined
  const { csrf = '', maxBytes, metadata, metadataScript = '', words = '{}' } = root.dataset
  return {
    address: uploadPage,
    maxBytes: Number(maxBytes),
    metadata: metadata as StripMode,
    metadataScript,
    words: JSON.parse(words),
    language: page.documentElement.lang as Language,
    queueTemplate,
    rowTemplate,
    categories: optionsOf(queueTemplate.content, 'categoryId'),
    albums: optionsOf(queueTemplate.content, 'albumId'),
    csrfToken: csrf,
  }
}

/**
 * Reads the form's token again, which changes after a new sign-in.
 * @returns whether it changed, for the same person
 */
export async function renewToken(setup: UploadSetup): Promise<boolean> {
  const page = await pageAt(uploadPage)
  const isSamePerson = page?.body.dataset.userId === document.body.dataset.userId
  const token = page && isSamePerson ? uploadSetupIn(page)?.csrfToken : undefined
  if (token === undefined || token === setup.csrfToken) return false
  setup.csrfToken = token
  return true
}

function optionsOf(form: ParentNode, name: string): ReadonlyMap<string, string> {
  const options = form.querySelectorAll<HTMLOptionElement>(`select[name=${name}] option`)
  return new Map(
    [...options].filter(({ value }) => value !== '').map(({ value, textContent }) => [value, textContent]),
  )
}
