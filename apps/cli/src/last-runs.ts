import type { CheckSummary } from '@pictoglyph/site/care/check-site'
import { parsedJson } from '@pictoglyph/site/language/parsed-json'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { z } from 'zod'

const backupFact = 'last backup'
const checkFact = 'last check'

const lastBackup = z.object({
  /** Time of its completion, in milliseconds since the epoch. */
  atMs: z.number(),
  /** The number of addresses whose bytes were missing or damaged. */
  missing: z.number(),
})

const lastCheck = z.object({
  atMs: z.number(),
  /** Problems that remain, without the harmless ones. */
  unrepaired: z.number(),
  harmless: z.number(),
  repaired: z.number(),
})

type LastBackup = z.infer<typeof lastBackup>
type LastCheck = z.infer<typeof lastCheck>

type Noted = Pick<SitePorts, 'database' | 'clock'>

/** Stores the fact of a backup in the site's database, where every server sees it. */
export async function recordBackup({ database, clock }: Noted, missing: number): Promise<void> {
  const fact: LastBackup = { atMs: clock(), missing }
  await database.settings.note(backupFact, JSON.stringify(fact))
}

/** Stores the fact of a check that read every picture. */
export async function recordCheck(
  { database, clock }: Noted,
  { problems, repaired, harmless }: CheckSummary,
): Promise<void> {
  const fact: LastCheck = { atMs: clock(), unrepaired: problems - repaired - harmless, harmless, repaired }
  await database.settings.note(checkFact, JSON.stringify(fact))
}

/** `undefined` before the first backup, and if another version stored it in another form. */
export async function readLastBackup({ database }: Pick<Noted, 'database'>): Promise<LastBackup | undefined> {
  return parsed(lastBackup, await database.settings.noted(backupFact))
}

/** `undefined` before the first check, and if another version stored it in another form. */
export async function readLastCheck({ database }: Pick<Noted, 'database'>): Promise<LastCheck | undefined> {
  return parsed(lastCheck, await database.settings.noted(checkFact))
}

function parsed<T>(schema: z.ZodType<T>, fact: string | undefined): T | undefined {
  return fact === undefined ? undefined : schema.safeParse(parsedJson(fact)).data
}
