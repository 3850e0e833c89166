import { test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import { expectRecorded } from '@pictoglyph/recorded'
import type { SiteDatabase } from '../../src/database/database.ts'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import { Failure } from '../../src/language/failure.ts'
import type { Image, User } from '../../src/language/records.ts'
import type { SqlEngine } from '../../src/rows/engine.ts'
import { type UploadPorts, upload } from '../../src/upload/upload.ts'
import { type GivenUpload, openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'
import { createNames } from './names.ts'
import { watchRows } from './row-changes.ts'

/** A site to which one thing happens after another. */
interface Life {
  readonly site: SiteOnDisk
  readonly ann: User
  readonly bob: User
  /** The rows, for damage that nothing checks. */
  readonly engine: SqlEngine
  /**
   * Lets something happen, and records its answer or refusal, and the rows that it changed. A minute passes.
   * @returns what `act` does; `undefined` if it is refused
   */
  step<T>(words: string, act: () => Promise<T>): Promise<T | undefined>
  /** Uploads as a member who is signed in; a black PNG of this size, unless a file is given. */
  upload(user: User, side: number, given?: Omit<GivenUpload, 'key'>): Promise<Image>
  /** Lets more time pass, in minutes. */
  wait(minutes: number): void
}

/** Opens the database of a site, which starts empty, and says where other connections find it. */
type OpenDatabase = (at: {
  path: string
  clock: () => number
}) => Promise<{ database: SiteDatabase; url: string }>

/** The chapters of a site's life, each with the record of what it left in the rows. */
export interface Chapter {
  name: string
  ports?: Partial<UploadPorts>
  happen(life: Life): Promise<void>
}

/** Holds a database to the record of a chapter, which `PICTOGLYPH_RECORD=1` writes again. */
export function testChapter(where: string, chapter: Chapter, open: OpenDatabase): void {
  test(`${where}: ${chapter.name} leave the rows and answers that are recorded`, async () => {
    await expectRecorded(new URL(`./${chapter.name}.txt`, import.meta.url), await live(chapter, open))
  })
}

async function live({ ports, happen }: Chapter, open: OpenDatabase): Promise<string[]> {
  let url = ''
  await using site = await openSiteOnDisk(ports, async (at) => {
    const opened = await open(at)
    url = opened.url
    return opened.database
  })
  await using opened = new AsyncDisposableStack()
  const engine = await openSqlEngine(url)
  opened.defer(() => engine.close())
  const names = createNames(site.clock.nowMs)
  const rows = watchRows(engine, names)
  const lines: string[] = []
  const ann = await site.addMember('ann')
  site.clock.nowMs += 60_000
  const bob = await site.addMember('bob')
  await rows.changes()
  let revision = await site.ports.database.revision()

  async function step<T>(words: string, act: () => Promise<T>): Promise<T | undefined> {
    site.clock.nowMs += 60_000
    lines.push(...(lines.length > 0 ? [''] : []), words)
    const outcome = await act().then(
      (answer) => ({ answer }),
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error
        return { error }
      },
    )
    const changes = await rows.changes()
    if ('error' in outcome) lines.push(`  ! ${outcome.error.code}: ${names.shown('', outcome.error.message)}`)
    else if (outcome.answer !== undefined) lines.push(`  = ${names.shown('', outcome.answer)}`)
    const now = await site.ports.database.revision()
    if (now !== revision) lines.push(`  revision +${now - revision}`)
    revision = now
    lines.push(...changes.map((line) => `  ${line}`))
    return 'answer' in outcome ? outcome.answer : undefined
  }

  await happen({
    ...{ site, ann, bob, engine, step },
    async upload(user, side, given = {}) {
      const uploader = { user, key: null }
      const incoming = site.incoming({ file: png(side, side), ...given })
      return (await upload(site.ports, { ...incoming, uploader, findUploader: async () => uploader })).image
    },
    wait(minutes) {
      site.clock.nowMs += minutes * 60_000
    },
  })
  return lines
}
