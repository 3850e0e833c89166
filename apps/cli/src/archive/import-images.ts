import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import type { Progress } from '@pictoglyph/site/care/progress'
import { category } from '@pictoglyph/site/categories'
import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Image, User } from '@pictoglyph/site/language/records'
import { nameKey } from '@pictoglyph/site/language/text-field'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { runAction } from '@pictoglyph/site/things/run-action'
import { type UploadPorts, upload } from '@pictoglyph/site/upload'
import type { PlannedImage } from './import-plan.ts'
import { bytesOf, type SourceFile } from './picture-source.ts'

/** The result for a file. */
type ImportedFile =
  | { kind: 'imported' | 'existing'; image: Image }
  /** Not an image. */
  | { kind: 'other' }
  | { kind: 'ended' }
  | { kind: 'refused'; failure: Failure }

/** The ports of an import. */
export type ImportPorts = UploadPorts & Pick<SitePorts, 'links'>

/**
 * Uploads pictures for a user as the user would, but with their dates. It skips pictures that the user already has, so
 * that a second run changes nothing and continues a killed one.
 * @param options.categoryId for pictures without a category of their own
 * @param done called and awaited for each picture, in order
 * @throws {Failure} STORAGE_FAILED, OVERLOADED if the scanner fails
 */
export async function importImages(
  site: ImportPorts,
  user: User,
  planned: Iterable<PlannedImage> | AsyncIterable<PlannedImage>,
  options: { categoryId: string; progress: Progress },
  done: (image: PlannedImage, outcome: ImportedFile) => Promise<void> | void,
): Promise<void> {
  const categoryIdOf = await createCategoryIds(site, options.categoryId)
  const own = asOwn(site)
  for await (const one of planned) {
    await done(one, await importImage(own, user, one, categoryIdOf))
    options.progress.advance(1)
  }
}

/** The ports for an operator's import: access lists don't apply, and other users' images are no duplicates. */
function asOwn(site: ImportPorts): ImportPorts {
  return {
    ...site,
    snapshot() {
      const snapshot = site.snapshot()
      const policy = {
        ...snapshot.policy,
        'upload.accessLists': 'off',
        'upload.dedupScope': 'owner',
      } as const
      return { ...snapshot, policy }
    },
  }
}

async function importImage(
  site: ImportPorts,
  user: User,
  planned: PlannedImage,
  categoryIdOf: CategoryIds,
): Promise<ImportedFile> {
  const { file, expiresAtMs } = planned
  try {
    if (file === undefined) throw badRequest(message('The manifest names it, but there is no such file.'))
    const hash = await hashOf(site, file)
    if (planned.hash !== undefined && planned.hash !== hash) {
      throw badRequest(message('It is not the file that the manifest names: its SHA-256 differs.'))
    }
    const image = await existingImage(site, user, hash)
    if (image !== undefined) return { kind: 'existing', image }
    if (expiresAtMs !== null && expiresAtMs <= site.clock()) return { kind: 'ended' }
    return { kind: 'imported', image: await uploadFile(site, user, { ...planned, file }, categoryIdOf) }
  } catch (error) {
    if (!(error instanceof Failure) || endsAll(error)) throw error
    if (isNoImage(error)) return { kind: 'other' }
    return { kind: 'refused', failure: error }
  }
}

/** Whether every further file would fail too. */
export const endsAll = ({ code }: Failure): boolean => code === 'STORAGE_FAILED' || code === 'OVERLOADED'

/** Other files that hosts keep next to pictures; these are skipped. Films and unsupported pictures are refused. */
const beside: ReadonlySet<string> = new Set(['unknown', 'text', 'html', 'json', 'zip'])

const isNoImage = ({ facts }: Failure): boolean =>
  facts.code === 'TYPE_NOT_ALLOWED' && beside.has(facts.found)

async function hashOf({ createSha256 }: ImportPorts, file: SourceFile): Promise<string> {
  const digest = createSha256()
  for await (const chunk of bytesOf(file)) digest.update(chunk)
  return digest.digest('hex')
}

/** The user's live image of a file, as received or as stored. */
function existingImage({ database }: ImportPorts, { id: ownerId }: User, hash: string) {
  const own = { ownerId, dedupScope: 'owner', expiresAtMs: null } as const
  return database.images.duplicateOf({ ...own, receivedSha256: hash, pictureAddress: hash })
}

async function uploadFile(
  site: ImportPorts,
  user: User,
  planned: PlannedImage & { file: SourceFile },
  categoryIdOf: CategoryIds,
): Promise<Image> {
  const { file, name, title, description, category, createdAtMs, expiresAtMs } = planned
  const { image } = await upload(site, {
    address: undefined,
    uploader: { user, key: null },
    async readBody(target) {
      target.noteName(name)
      for await (const chunk of bytesOf(file)) await target.write(chunk)
      return {
        categoryId: await categoryIdOf(category),
        albumId: '',
        title,
        description,
        expiresIn: expiresAtMs === null ? '' : spanUntil(expiresAtMs - site.clock()),
      }
    },
    async findUploader() {
      return { user, key: null }
    },
    announcedBytes: file.sizeBytes,
    createdAtMs,
  })
  return image
}

/** A time span in the format of uploads, in the finest unit that fits. */
function spanUntil(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 1_000_000) return `${seconds}s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 1_000_000 ? `${minutes}m` : `${Math.ceil(minutes / 60)}h`
}

type CategoryIds = Awaited<ReturnType<typeof createCategoryIds>>

/** Finds the site's categories by name, and creates missing ones. */
async function createCategoryIds(site: ImportPorts, usualId: string) {
  const categories = new Map<string, string>()
  for (const { id, name } of await site.database.categories.list()) {
    categories.set(nameKey(name), id)
    categories.set(id, id)
  }
  return async (name: string | undefined): Promise<string> => {
    if (name === undefined) return usualId
    const id = categories.get(name) ?? categories.get(nameKey(name))
    if (id !== undefined) return id
    const added = await runAction(site, { actor: commandActor, thing: category, verb: 'add', name: name })
    categories.set(nameKey(added.name), added.id)
    return added.id
  }
}
