import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { withinTime } from '@pictoglyph/site/language/within-time'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { Gauge, type Registry } from 'prom-client'
import type { Configuration } from '../../configuration.ts'
import { readLastBackup, readLastCheck } from '../../last-runs.ts'
import { pathOf } from '../../url-path.ts'

/** Short, because other processes are asked too, and a scraper waits for a few seconds only. */
const lookedForMs = 1_000

type Folders = Readonly<Record<string, string>>

/** Registers metrics of readiness, disk space, the last backup and the last check. */
export function showCondition(registry: Registry, configuration: Configuration, ports: SitePorts): void {
  showReadiness(registry, ports)
  showDisks(registry, foldersOf(configuration))
  showLastBackup(registry, ports)
  showLastCheck(registry, ports)
}

function showReadiness(registry: Registry, { database, blobs }: SitePorts): void {
  const parts = {
    database: () => database.checkHealth(),
    blobs: () => blobs.checkHealth(),
    settings: () => database.revision(),
  }
  new Gauge({
    name: 'pictoglyph_ready',
    help: '1 while a part that services need can do its work, otherwise 0: rows and bytes can be written, settings be read.',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      const looks = Object.entries(parts).map(async ([part, check]) => {
        this.set({ part }, (await succeeds(check)) ? 1 : 0)
      })
      await Promise.all(looks)
    },
  })
}

/** Whether a check succeeds; answers and log have the reason of a failure. */
function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  return inTime(check()).then(
    () => true,
    () => false,
  )
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return withinTime(lookedForMs, work, () => new Error(`no answer in ${lookedForMs} ms`))
}

/** The folders of the site's files. Several may be on one disk. */
function foldersOf({ dataDirectory, databaseUrl, blobsUrl }: Configuration): Folders {
  return {
    data: dataDirectory,
    ...(databaseUrl.startsWith('sqlite:') && { database: dirname(pathOf(databaseUrl)) }),
    ...(blobsUrl.startsWith('file:') && { blobs: pathOf(blobsUrl) }),
  }
}

function showDisks(registry: Registry, folders: Folders): void {
  const labelNames = ['of']
  const registers = [registry]
  new Gauge({
    name: 'pictoglyph_disk_free_bytes',
    help: 'Bytes that are free for the server on the disk of its data folder, of its rows and of its pictures.',
    labelNames,
    registers,
    async collect() {
      this.reset()
      for (const [of, { bavail, bsize }] of await disksOf(folders)) this.set({ of }, bavail * bsize)
    },
  })
  new Gauge({
    name: 'pictoglyph_disk_size_bytes',
    help: 'The size of these disks.',
    labelNames,
    registers,
    async collect() {
      this.reset()
      for (const [of, { blocks, bsize }] of await disksOf(folders)) this.set({ of }, blocks * bsize)
    },
  })
}

/** Disks that can be read; a missing one is left out. */
async function disksOf(folders: Folders) {
  const disks = await Promise.all(
    Object.entries(folders).map(([of, folder]) =>
      statfs(folder).then(
        (found) => [[of, found] as const],
        () => [],
      ),
    ),
  )
  return disks.flat()
}

function showLastBackup(registry: Registry, ports: SitePorts): void {
  const known = remembered(() => readLastBackup(ports))
  const registers = [registry]
  new Gauge({
    name: 'pictoglyph_last_backup_timestamp_seconds',
    help: 'When "pictoglyph backup" last completed one, since the epoch; 0 if never.',
    registers,
    async collect() {
      this.set(((await known())?.atMs ?? 0) / 1_000)
    },
  })
  new Gauge({
    name: 'pictoglyph_last_backup_missing_blobs',
    help: 'Stored files that were missing or damaged when it was made.',
    registers,
    async collect() {
      this.set((await known())?.missing ?? 0)
    },
  })
}

function showLastCheck(registry: Registry, ports: SitePorts): void {
  const known = remembered(() => readLastCheck(ports))
  const registers = [registry]
  new Gauge({
    name: 'pictoglyph_last_fsck_timestamp_seconds',
    help: 'When "pictoglyph fsck" last read every picture, since the epoch; 0 if never. Runs with --quick do not count.',
    registers,
    async collect() {
      this.set(((await known())?.atMs ?? 0) / 1_000)
    },
  })
  new Gauge({
    name: 'pictoglyph_last_fsck_findings',
    help: 'What it found: left as it was, harmless, or repaired.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { unrepaired = 0, harmless = 0, repaired = 0 } = (await known()) ?? {}
      for (const [state, count] of Object.entries({ unrepaired, harmless, repaired })) {
        this.set({ state }, count)
      }
    },
  })
}

/** Returns the last value while the database does not answer; `pictoglyph_ready` shows that. */
function remembered<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let last: T | undefined
  return async () => {
    try {
      last = await inTime(read())
    } catch {
      // `pictoglyph_ready` shows it.
    }
    return last
  }
}
