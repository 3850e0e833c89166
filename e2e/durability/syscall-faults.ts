import { join } from 'node:path'
import { requirePrograms } from '../services/packages.ts'
import { downloadImage, type UploadAnswer, uploadImage } from '../site/image-client.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { requireClean } from './checked-site.ts'

/** System calls of an upload, and up to which of them in a thread each is tried. */
const sweep = [
  { call: 'fsync', most: 4, error: 'EIO' },
  { call: '/^rename', most: 3, error: 'EIO' },
  { call: '/^unlink', most: 3, error: 'EIO' },
  { call: '/^mkdir', most: 2, error: 'ENOSPC' },
  { call: 'pwrite64', most: 26, error: 'ENOSPC' },
  { call: 'pwrite64', most: 4, error: 'EIO' },
] as const

interface SyscallFaultFigures {
  /** Points at which a call was made to fail, and at which the process was killed. */
  failed: number
  killed: number
  /** Of all of them, how many met an upload. */
  met: number
  acknowledged: number
}

const detachWithinMs = 1_000
/** In memory until it is stored; on disk from when it has outgrown memory. */
const imageBytes = [100_000, 2_500_000]

type Acknowledged = Map<string, string>

/**
 * Fails each `fsync`, `rename`, `unlink`, `mkdir` and write of an upload in turn, and kills the process at
 * each: what was acknowledged stays readable, what was not can be sent again.
 * @param options.share of the points that are tried, 1 for all
 * @throws if one of that does not hold
 */
export async function proveSyscallFaults({ share }: { share: number }): Promise<SyscallFaultFigures> {
  await requirePrograms({ strace: 'strace' })
  await using directory = await temporaryDirectory()
  const dataDirectory = join(directory.path, 'site')
  const acknowledged: Acknowledged = new Map()
  const figures: SyscallFaultFigures = { failed: 0, killed: 0, met: 0, acknowledged: 0 }
  let site = await startSite({ dataDirectory })
  const credentials = site.credentials!
  let seed = 0

  const upload = async (bytes: Uint8Array<ArrayBuffer>): Promise<UploadAnswer | undefined> => {
    try {
      return await uploadImage(site, credentials, bytes)
    } catch {
      // The server was killed.
      return undefined
    }
  }

  async function attempt(call: string, when: number, fault: string): Promise<void> {
    const unanswered: Uint8Array<ArrayBuffer>[] = []
    const tracer = await inject(site.pid, call, `${fault}:when=${when}`)
    // Calls are counted in each thread, so that it may take more than one upload to meet the fault.
    for (let count = 0; count < 1 + when && unanswered.length === 0; count++) {
      const bytes = sampleImage(seed, imageBytes[seed % imageBytes.length]!)
      seed += 1
      const answer = await upload(bytes)
      if (answer?.status === 200) acknowledged.set(answer.id!, sha256Of(bytes))
      else {
        if (answer !== undefined && answer.code !== 'STORAGE_FAILED') {
          throw new Error(`${call} ${when} ${fault}: answered ${answer.status} ${answer.code}`)
        }
        unanswered.push(bytes)
      }
    }
    await tracer.detach()
    if (unanswered.length > 0) figures.met += 1
    if (fault.startsWith('signal')) {
      await site.kill()
      site = await startSite({ dataDirectory })
    }
    for (const bytes of unanswered) {
      const answer = await upload(bytes)
      if (answer?.status !== 200) {
        throw new Error(
          `${call} ${when} ${fault}: sent again, answered ${answer?.status} ${answer?.code}\n${site.log().slice(-2_000)}`,
        )
      }
      acknowledged.set(answer.id!, sha256Of(bytes))
    }
    await requireReadable(site, [...acknowledged].slice(-10))
  }

  try {
    for (const { call, most, error } of sweep) {
      for (let when = 1; when <= Math.max(1, Math.ceil(most * share)); when++) {
        await attempt(call, when, `error=${error}`)
        figures.failed += 1
        await attempt(call, when, 'signal=KILL')
        figures.killed += 1
      }
    }
    await site.kill()
    site = await startSite({ dataDirectory })
    await requireReadable(site, [...acknowledged])
    await requireClean(dataDirectory)
  } finally {
    await site.kill()
  }
  return { ...figures, acknowledged: acknowledged.size }
}

interface Tracer {
  detach(): Promise<void>
}

/** Makes system calls of a running process fail. `fault` is as strace's `inject` takes it. */
export async function inject(pid: number, call: string, fault: string): Promise<Tracer> {
  const child = Bun.spawn(
    [
      'strace',
      '-f',
      '-o',
      '/dev/null',
      '-p',
      String(pid),
      '-e',
      `trace=${call}`,
      '-e',
      `inject=${call}:${fault}`,
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  )
  const reader = child.stderr.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('attached')) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`strace could not attach: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  return {
    async detach() {
      child.kill('SIGINT')
      // It may wait for ever for the threads of a process that is no more.
      const impatience = setTimeout(() => child.kill('SIGKILL'), detachWithinMs)
      await child.exited
      clearTimeout(impatience)
      await reader.cancel()
    },
  }
}

async function requireReadable(
  site: RunningSite,
  images: readonly (readonly [string, string])[],
): Promise<void> {
  for (const [id, sha256] of images) {
    const bytes = await downloadImage(site, id)
    if (bytes === undefined || sha256Of(bytes) !== sha256)
      throw new Error(`The acknowledged image ${id} was lost.`)
  }
}
