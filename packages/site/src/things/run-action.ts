import type { Actions } from '@pictoglyph/forms/thing'
import type { AuditAction } from '../audit/audit-action.ts'
import { type AuditChange, auditDraft } from '../audit/audit-draft.ts'
import { notFound } from '../language/failure.ts'
import { readIds } from '../language/list-limits.ts'
import type { Actor, AuditDraft } from '../language/records.ts'
import { readName } from '../language/text-field.ts'
import type { StoredThing, ThingRow } from './stored-thing.ts'
import type { ThingStore } from './thing-rows.ts'

/** The rows of a thing, under the name of its table, and the time. */
interface ThingSite<T extends StoredThing> {
  readonly database: { readonly [Table in T['table']]: ThingStore<ThingRow<T>> }
  readonly clock: () => number
}

/** @throws {Failure} NOT_FOUND */
export async function findThing<T extends StoredThing>(
  site: Pick<ThingSite<T>, 'database'>,
  thing: T,
  id: string,
): Promise<ThingRow<T>> {
  const found = await rowsOf(site, thing).byId(id)
  if (found === undefined) throw notFound(thing.missing(id))
  return found
}

/** A thing with its counts, by their names. */
export type CountedThing = ThingRow<StoredThing> & { readonly counts: Readonly<Record<string, number>> }

/** The things of a kind in their order, with their counts. */
export async function countedThings(
  site: Pick<ThingSite<StoredThing>, 'database'>,
  thing: StoredThing,
): Promise<CountedThing[]> {
  const rows = rowsOf(site, thing)
  const [things, counts] = await Promise.all([rows.list(), rows.counts()])
  return things.map((one) => ({
    ...one,
    counts: Object.fromEntries(Object.entries(counts).map(([name, of]) => [name, of.get(one.id) ?? 0])),
  }))
}

/** An action that an actor runs on one thing, and the name that it gives. */
type Run<T extends StoredThing> = { readonly actor: Actor; readonly thing: T } & (
  | { readonly verb: 'add'; readonly name: string }
  | { readonly verb: 'rename'; readonly id: string; readonly name: string }
  | { readonly verb: 'enable' | 'disable'; readonly id: string }
)

/**
 * Runs an action of one thing, with its entry in the audit log.
 * @returns the thing as it is then
 * @throws {Failure} NOT_FOUND, BAD_REQUEST, CONFLICT
 * @example await runAction(site, { actor, thing: category, verb: 'rename', id: 'cats', name: 'Cats' })
 */
export async function runAction<T extends StoredThing>(
  site: ThingSite<T>,
  run: Run<T>,
): Promise<ThingRow<T>> {
  const { thing } = run
  const rows = rowsOf(site, thing)
  const nowMs = site.clock()
  if (run.verb === 'add') {
    const name = readNameOf(thing, run.name)
    const isFree = async (id: string) => (await rows.byId(id)) === undefined
    const created = await thing.create({ name, nowMs, isFree })
    const audit = draft(run, nowMs, { subject: created.id, after: { name } })
    return rows.add(created as ThingRow<T>, audit)
  }
  const before = await findThing(site, thing, run.id)
  const after: Partial<ThingRow<StoredThing>> =
    run.verb === 'rename' ? { name: readNameOf(thing, run.name) } : { enabled: run.verb === 'enable' }
  const [field = ''] = Object.keys(after)
  const audit = draft(run, nowMs, { subject: run.id, before: { [field]: before[field] }, after })
  await rows.change(run.id, after as Partial<ThingRow<T>>, audit)
  return { ...before, ...after }
}

/**
 * Puts the things of a kind into this order; those that are left out follow.
 * @throws {Failure} BAD_REQUEST
 */
export async function arrangeThings<T extends StoredThing>(
  site: ThingSite<T>,
  { actor, thing }: { actor: Actor; thing: T },
  given: readonly string[],
): Promise<void> {
  const ids = readIds(given)
  const rows = rowsOf(site, thing)
  const before = { ids: (await rows.list()).map(({ id }) => id) }
  const run = { actor, thing, verb: 'arrange' } as const
  await rows.arrange(ids, draft(run, site.clock(), { subject: thing.table, before, after: { ids } }))
}

const rowsOf = <T extends StoredThing>(
  { database }: Pick<ThingSite<T>, 'database'>,
  thing: T,
): ThingStore<ThingRow<T>> => database[thing.table as T['table']]

const readNameOf = ({ columns }: StoredThing, given: string): string =>
  readName(given, { least: 1, most: columns.name.max })

const draft = (
  { actor, thing, verb }: { actor: Actor; thing: StoredThing; verb: keyof Actions },
  nowMs: number,
  change: Omit<AuditChange, 'action'>,
): AuditDraft => auditDraft(actor, nowMs, { action: `${thing.kind}.${verb}` as AuditAction, ...change })
