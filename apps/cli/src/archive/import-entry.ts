import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import type { Image, User } from '@pictoglyph/site/language/records'
import type { ImportPorts } from './import-images.ts'

/** So many pictures are imported between two notes. */
const betweenNotes = 100

/**
 * The one audit entry of an import: for whom, and how many pictures. It is written with the first one and brought up to
 * date, so that a kill leaves at most a hundred uncounted; an import of nothing has none. It holds no name, so that it
 * may outlast the user.
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
