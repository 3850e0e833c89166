import { join } from 'node:path'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { type Credentials, type RunningSite, type SiteOptions, startSite } from '../site/running-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { openLoopDisk } from './loop-disk.ts'
import { inject } from './syscall-faults.ts'

const changeWithinMs = 20_000
let seed = 1_000_000

/** A full disk: uploads are refused as storage failures, reads go on, and space makes it well again. */
export async function proveFullDisk(): Promise<string> {
  await using disk = await openLoopDisk('ext4', 64)
  let makeRoom: (() => Promise<void>) | undefined
  return await prove(
    'full disk',
    { dataDirectory: join(disk.path, 'site') },
    {
      part: /blobs|database/,
      async begin() {
        makeRoom = disk.fillUp()
      },
      end: () => makeRoom!(),
    },
  )
}

/** A read-only disk under the bytes, with the rows elsewhere. */
export async function proveReadOnlyBlobs(): Promise<string> {
  await using disk = await openLoopDisk('ext4', 64)
  await using directory = await temporaryDirectory()
  const environment = { PICTOGLYPH_BLOBS_URL: `file:${join(disk.path, 'blobs')}` }
  return await prove(
    'read-only disk under the bytes',
    { dataDirectory: directory.path, environment },
    {
      part: /blobs/,
      begin: () => disk.remount('ro'),
      end: () => disk.remount('rw'),
    },
  )
}

/** A file system that gave up after an error and is read-only as a whole. It takes a new mount to end that. */
export async function proveAbortedDisk(): Promise<string> {
  await using disk = await openLoopDisk('ext4', 64)
  return await prove(
    'file system that gave up',
    { dataDirectory: join(disk.path, 'site') },
    {
      part: /blobs|database/,
      begin: () => disk.remount('abort'),
      end: undefined,
    },
  )
}

/** A disk whose syncs fail, for as long as the fault is there. */
export async function proveFailingSync(): Promise<string> {
  await using directory = await temporaryDirectory()
  let tracer: Awaited<ReturnType<typeof inject>> | undefined
  return await prove(
    'failing fsync',
    { dataDirectory: directory.path },
    {
      part: /blobs|database/,
      async begin(site) {
        tracer = await inject(site.pid, 'fsync,fdatasync', 'error=EIO')
      },
      end: () => tracer!.detach(),
    },
  )
}

interface Fault {
  /** Which part readiness must name. */
  part: RegExp
  begin(site: RunningSite): Promise<void>
  /** Undefined where nothing can be put right under a running server. */
  end: (() => Promise<void>) | undefined
}

/** @throws if the server does not behave as promised before, during or after the fault */
async function prove(name: string, options: SiteOptions, fault: Fault): Promise<string> {
  await using site = await startSite(options)
  const credentials = site.credentials!
  const before = await upload(site, credentials)
  require(before.status === 200, `an upload before was answered ${before.status}`)
  await untilReady(site, true)

  await fault.begin(site)
  for (let count = 0; count < 5; count++) {
    const during = await upload(site, credentials)
    require(during.status === 500 &&
      during.code === 'STORAGE_FAILED', `an upload meanwhile was answered ${during.status} ${during.code}`)
  }
  const message = await untilReady(site, false)
  require(fault.part.test(message), `readiness says "${message}"`)
  require(await isReadable(site, before), 'an image could not be read meanwhile')

  if (fault.end === undefined) return `500 STORAGE_FAILED, "${message}", reads go on`
  await fault.end()
  await untilReady(site, true)
  const after = await upload(site, credentials)
  require(after.status === 200, `an upload afterwards was answered ${after.status} ${after.code}`)
  require(await isReadable(site, after), 'an image that was uploaded afterwards could not be read')
  return `500 STORAGE_FAILED, "${message}", reads go on, ready again without a restart`

  function require(holds: boolean, what: string): void {
    if (!holds) throw new Error(`${name}: ${what}.\n${site.log().slice(-2_000)}`)
  }
}

interface Sent {
  status: number
  code: string | undefined
  id: string | undefined
  sha256: string
}

async function upload(site: RunningSite, credentials: Credentials): Promise<Sent> {
  const bytes = sampleImage(seed++, 30_000)
  const { status, code, id } = await uploadImage(site, credentials, bytes)
  return { status, code, id, sha256: sha256Of(bytes) }
}

async function isReadable(site: RunningSite, { id, sha256 }: Sent): Promise<boolean> {
  const bytes = id === undefined ? undefined : await downloadImage(site, id)
  return bytes !== undefined && sha256Of(bytes) === sha256
}

/** Waits until readiness is as it should be, and gives what it says. */
async function untilReady(site: RunningSite, wanted: boolean): Promise<string> {
  const deadlineMs = performance.now() + changeWithinMs
  for (;;) {
    const response = await fetch(`${site.urls.images}/readyz`)
    const body = (await response.json()) as { error?: { message: string } }
    if (response.ok === wanted && (wanted || response.status === 503)) return body.error?.message ?? ''
    if (performance.now() > deadlineMs) {
      throw new Error(
        `Readiness stays ${response.status} ${JSON.stringify(body)}\n${site.log().slice(-2_000)}`,
      )
    }
    await Bun.sleep(200)
  }
}
