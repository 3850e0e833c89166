import { join } from 'node:path'
import type { Contestant } from '../load/contest.ts'
import type { PinnedServer } from '../load/pinned-server.ts'
import { runWrk } from '../load/wrk.ts'
import { processorTimes } from '../text/processor-time.ts'
import type { UploadForm } from './upload-form.ts'

const connections = 16
let loads = 0

/** What an upload took the server's first process, in milliseconds. */
export interface UploadTimes {
  userMs: number
  systemMs: number
}

/** Uploads over 16 connections, all of different bytes. */
export interface UploadLoad extends Contestant {
  /** Of each measurement. */
  times: UploadTimes[]
}

/** @param to.directory where the form is written for the load */
export async function uploadLoad(to: {
  name: string
  server: Pick<PinnedServer, 'pid'>
  url: string
  form: UploadForm
  apiKey?: string
  isClosing?: boolean
  directory: string
  seconds: number
}): Promise<UploadLoad> {
  const { name, server, url, form, apiKey = '', isClosing = false, directory, seconds } = to
  const file = join(directory, `${name}-${form.fileBytes.length}.form`)
  await Bun.write(file, form.bytes)
  const times: UploadTimes[] = []
  return {
    name,
    times,
    async measure() {
      loads += 1
      const stamp = String(loads).padStart(6, '0')
      const args = [file, String(form.stampAt), form.contentType, `Bearer ${apiKey}`, stamp]
      const before = await processorTimes(server.pid)
      const script = [join(import.meta.dir, 'uploads.lua'), ...args] as const
      const result = await runWrk({ url, connections, seconds, script, isClosing })
      if (result.errors > 0) throw new Error(`${name}: ${result.errors} requests failed`)
      const after = await processorTimes(server.pid)
      const uploadsMade = result.requestsPerSecond * seconds
      times.push({
        userMs: (after.userUs - before.userUs) / 1000 / uploadsMade,
        systemMs: (after.systemUs - before.systemUs) / 1000 / uploadsMade,
      })
      return result.requestsPerSecond
    },
  }
}

const settlingMs = 300

/** The same measurement while a server stands still, which would else make thumbnails on the same processor. */
export function nextToStopped<Load extends Contestant>(
  { pid }: Pick<PinnedServer, 'pid'>,
  measured: Load,
): Load {
  return {
    ...measured,
    async measure() {
      await Bun.sleep(settlingMs)
      process.kill(pid, 'SIGSTOP')
      try {
        return await measured.measure()
      } finally {
        process.kill(pid, 'SIGCONT')
      }
    },
  }
}

/**
 * A service runs for weeks: what it does a few hundred times a second is compiled only after thousands of uploads.
 * @param load of small pictures, which fill no disk
 */
export async function warmUp(load: UploadLoad, uploads: number, seconds: number): Promise<void> {
  for (let made = 0; made < uploads; ) made += (await load.measure()) * seconds
}
