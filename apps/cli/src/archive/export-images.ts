import { lstat, mkdir, readdir, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { albumLine, albumManifestName } from '@pictoglyph/site/albums/album-manifest'
import type { StartProgress } from '@pictoglyph/site/care/progress'
import { createFreeNames, downloadName, safeName } from '@pictoglyph/site/images/file-names'
import { createManifestWriter, manifestName, readManifest } from '@pictoglyph/site/images/manifest'
import { imagesOf } from '@pictoglyph/site/images/take-down'
import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Image, User } from '@pictoglyph/site/language/records'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { createFile, renameFile, unfinished } from 'pictoglyph-client/written-file'
import { endOfPage, figureOf, startOfPage } from './index-page.ts'
import { bytesOf, fileAt } from './picture-source.ts'

const pictures = 'pictures'
const pageName = 'index.html'
const readable = 0o644

/** The result of an export. */
interface ExportSummary {
  images: number
  bytes: number
  /** New files. */
  written: number
  /** Ids of images whose bytes are missing or damaged. */
  missing: string[]
}

/**
 * Writes live images, of one owner or of all, into a folder: the files under readable names, the manifest, and a page
 * that shows them without a server. Another run brings the folder up to date, also after a killed one.
 * @throws {Failure} BAD_REQUEST for a folder that holds anything else, STORAGE_FAILED
 */
export async function exportImages(
  site: Pick<SitePorts, 'database' | 'blobs' | 'links' | 'createSha256' | 'snapshot'>,
  { directory, owner, progress }: { directory: string; owner: User | undefined; progress: StartProgress },
): Promise<ExportSummary> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await requireExportPlace(directory)
  const earlier = await earlierFiles(directory)
  const freeName = createFreeNames(earlier.values())
  const manifest = await createManifestWriter(site)
  const written = new Map<string, string>()
  const summary: ExportSummary = { images: 0, bytes: 0, written: 0, missing: [] }
  const { users, images } = site.database
  const { images: total } = owner === undefined ? await images.totals() : await users.usage(owner.id)
  const bar = progress('Exporting', total)
  const lines = await createReplacement(join(directory, manifestName))
  const page = await createReplacement(join(directory, pageName))
  await page.write(startOfPage(site.snapshot().policy['site.name'], total))
  for await (const image of imagesOf(site, owner === undefined ? {} : { ownerId: owner.id })) {
    const albums = await manifest.albumsOf(image)
    const folders = [pictures, owner === undefined ? image.ownerName : '', albums[0] ?? '']
    const wanted = [...folders.map(safeName), downloadName(image)].filter((part) => part !== '').join('/')
    const file = earlier.get(image.id) ?? freeName(wanted)
    earlier.delete(image.id)
    try {
      if (await writePicture(site, image, { directory, file })) summary.written += 1
      await lines.write(manifest.line(image, { file, albums }))
      await page.write(figureOf(image, { file, albums }))
      written.set(image.id, file)
      summary.images += 1
      summary.bytes += image.file.sizeBytes
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'BLOB_MISSING') throw error
      // The image was deleted meanwhile, or its bytes are lost.
      if ((await site.database.images.byId(image.id)) !== undefined) summary.missing.push(image.id)
    }
    bar.advance(1)
  }
  await page.write(endOfPage)
  await page.finish()
  await lines.finish()
  await writeAlbums(site, { directory, owner, written })
  for (const file of earlier.values()) await rm(join(directory, file), { force: true })
  bar.finish()
  return summary
}

/** Writes the albums of the pictures, and the empty ones. */
async function writeAlbums(
  site: Pick<SitePorts, 'database' | 'links'>,
  {
    directory,
    owner,
    written,
  }: { directory: string; owner: User | undefined; written: ReadonlyMap<string, string> },
): Promise<void> {
  const lines = await createReplacement(join(directory, albumManifestName))
  for (const album of await site.database.albums.list(owner?.id)) {
    const order: string[] = []
    if (album.isArranged) {
      for await (const { id } of imagesOf(site, { albumId: album.id, sort: 'album' })) order.push(id)
    }
    await lines.write(albumLine(site, album, order, (id) => written.get(id)))
  }
  await lines.finish()
}

/** @throws {Failure} BAD_REQUEST */
async function requireExportPlace(directory: string): Promise<void> {
  const known = new Set([pictures, manifestName, albumManifestName, pageName])
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const { name } = entry
    const isOurs = known.has(name) && (name === pictures ? entry.isDirectory() : entry.isFile())
    if (isOurs || (entry.isFile() && name.endsWith(unfinished))) continue
    const what = { directory, foreign: name }
    throw badRequest(message('{directory} is neither empty nor an export: it holds "{foreign}".', what))
  }
}

/** Files of an earlier export by image id; only those in its own folder. */
async function earlierFiles(directory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const manifest = await fileAt(join(directory, manifestName)).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (manifest === undefined) return files
  for await (const { id, file } of readManifest(bytesOf(manifest))) {
    const parts = file.split('/')
    const isWithin = parts.shift() === pictures && parts.every((part) => part !== '' && !/^\.+$/.test(part))
    if (id !== undefined && isWithin) files.set(id, file)
  }
  return files
}

/** @returns whether the file is new */
async function writePicture(
  site: Pick<SitePorts, 'blobs' | 'createSha256'>,
  { file: { address, sizeBytes }, createdAtMs }: Image,
  { directory, file }: { directory: string; file: string },
): Promise<boolean> {
  const path = join(directory, file)
  if (await isSame(site, path, address)) return false
  await makeFolders(directory, dirname(file))
  const { body } = await site.blobs.open(address, { sizeBytes })
  const target = await createReplacement(path)
  const digest = site.createSha256()
  for await (const chunk of body instanceof Blob ? body.stream() : body) {
    digest.update(chunk)
    await target.write(chunk)
  }
  if (digest.digest('hex') !== address) {
    await target.abandon()
    throw new Failure({ code: 'BLOB_MISSING', address })
  }
  await target.finish()
  await utimes(path, createdAtMs / 1000, createdAtMs / 1000)
  return true
}

async function isSame(
  { createSha256 }: Pick<SitePorts, 'createSha256'>,
  path: string,
  address: string,
): Promise<boolean> {
  const found = await lstat(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return undefined
    throw error
  })
  if (!found?.isFile()) return false
  const digest = createSha256()
  for await (const chunk of Bun.file(path).stream()) digest.update(chunk)
  return digest.digest('hex') === address
}

/** Creates each folder of a path and refuses links. @throws {Failure} BAD_REQUEST */
async function makeFolders(directory: string, path: string): Promise<void> {
  let folder = directory
  for (const part of path.split('/')) {
    folder = join(folder, part)
    await mkdir(folder, { recursive: true })
    if (!(await lstat(folder)).isDirectory()) throw badRequest(message('{folder} is no folder.', { folder }))
  }
}

/** A temporary file that replaces `path` only when it is complete. */
async function createReplacement(path: string) {
  const temporary = `${path}${unfinished}`
  await rm(temporary, { force: true })
  const file = await createFile(temporary, readable)
  return {
    async write(content: string | Uint8Array) {
      await file.writeFile(content)
    },
    async finish() {
      await file.close()
      await renameFile(temporary, path)
    },
    async abandon() {
      await file.close()
      await rm(temporary)
    },
  }
}
