import type { Verb } from '@pictoglyph/forms/thing'
import type { AuditAction } from '../audit/audit-action.ts'
import { type AuditChange, auditDraft } from '../audit/audit-draft.ts'
import { readIds } from '../language/list-limits.ts'
import type { Actor, AuditDraft } from '../language/records.ts'
import { readName } from '../language/text-field.ts'
import type { NewThing, StoredThing, ThingRow } from './stored-thing.ts'
import { type ThingStore, thingNotFound } from './thing-rows.ts'

/** The thing's store, under the name of its table, and the time. */
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
  if (found === undefined) throw thingNotFound(thing, id)
  return found
}

/** A thing with its counts, by their names. */
export type CountedThing<T extends StoredThing = StoredThing> = ThingRow<T> & {
  readonly counts: Readonly<Record<string, number>>
}

/** The things of a kind in their order, with their counts. */
export async function countedThings<T extends StoredThing>(
  site: Pick<ThingSite<T>, 'database'>,
  thing: T,
): Promise<CountedThing<T>[]> {
  const rows = rowsOf(site, thing)
  const [things, counts] = await Promise.all([rows.list(), rows.counts()])
  return things.map((one) => ({
    ...one,
    counts: Object.fromEntries(Object.entries(counts).map(([name, of]) => [name, of.get(one.id) ?? 0])),
  }))
}

/** An action of an actor on one thing, with its values. */
type Run<T extends StoredThing> = { readonly actor: Actor; readonly thing: T } & (
  | { readonly verb: 'add'; readonly name: string; readonly given?: NewThing['given'] }
  | { readonly verb: 'rename'; readonly id: string; readonly name: string }
  | { readonly verb: 'enable' | 'disable' | 'default'; readonly id: string }
)

/**
 * Runs an action on one thing, and writes its audit entry.
 * @returns the changed thing
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
    const created = await thing.create({ name, given: run.given ?? {}, nowMs, isFree })
    const after = { name, ...thing.details?.(created) }
    const audit = draft(run, nowMs, { subject: created.id, after })
    return rows.add(created as ThingRow<T>, audit)
  }
  const before = await findThing(site, thing, run.id)
  const after = valuesOf(run)
  const [field = ''] = Object.keys(after)
  const change =
    run.verb === 'default'
      ? { before: { id: await defaultOf(rows) }, after: { id: run.id } }
      : { before: { [field]: before[field] }, after }
  await rows.change(run.id, after as Partial<ThingRow<T>>, draft(run, nowMs, { subject: run.id, ...change }))
  return { ...before, ...after }
}

/**
 * Puts the things of a kind into this order; other things follow.
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

const defaultOf = async (rows: ThingStore<ThingRow<StoredThing>>): Promise<string | null> =>
  (await rows.list()).find(({ isDefault }) => isDefault === true)?.id ?? null

/** The fields that an action on one thing sets. */
function valuesOf(run: Exclude<Run<StoredThing>, { verb: 'add' }>): Partial<ThingRow<StoredThing>> {
  if (run.verb === 'rename') return { name: readNameOf(run.thing, run.name) }
  return run.verb === 'default' ? { isDefault: true, enabled: true } : { enabled: run.verb === 'enable' }
}

const readNameOf = ({ columns }: StoredThing, given: string): string =>
  readName(given, { least: 1, most: columns.name.max })

const draft = (
  { actor, thing, verb }: { actor: Actor; thing: StoredThing; verb: Verb },
  nowMs: number,
  change: Omit<AuditChange, 'action'>,
): AuditDraft => auditDraft(actor, nowMs, { action: `${thing.kind}.${verb}` as AuditAction, ...change })
