import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import type { Image, User } from '@pictoglyph/site/language/records'
import type { ImportPorts } from './import-images.ts'

/** Pictures between two updates of the audit entry. */
const betweenNotes = 100

/**
 * The one audit entry of an import: its user and the number of pictures. It is written with the first picture and
 * updated, so that a kill leaves at most a hundred uncounted; an empty import has none. It holds no name, so it may
 * outlast the user.
 */
export function createImportEntry(
  { database, clock }: Pick<ImportPorts, 'database' | 'clock'>,
  { id: ownerId }: User,
) {
  const atMs = clock()
  let replaces: number | undefined
  let firstId = ''
  let images = 0
  let noted = 0

  async function note(): Promise<void> {
    const subject = images === 1 ? firstId : `${images} images`
    const after = { ownerId, images }
    const draft = auditDraft(commandActor, atMs, { action: 'image.import', subject, after })
    replaces = await database.audit.add({ ...draft, replaces })
    noted = images
  }

  return {
    async count({ id }: Image): Promise<void> {
      if (images === 0) firstId = id
      images += 1
      if (images % betweenNotes === 1) await note()
    },
    async finish(): Promise<void> {
      if (noted < images) await note()
    },
  }
}
