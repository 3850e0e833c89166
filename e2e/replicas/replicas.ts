import { join } from 'node:path'
import { type CommandResult, runPictoglyph } from '../site/run-pictoglyph.ts'
import { type Credentials, type RunningSite, startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { environmentOf, type SharedParts } from './shared-services.ts'

/** Replicas of a site in processes of their own. */
export interface Replicas extends AsyncDisposable {
  readonly all: readonly RunningSite[]
  readonly first: RunningSite
  readonly last: RunningSite
  readonly credentials: Credentials
  /** Starts another one. */
  add(): Promise<RunningSite>
  /** Runs a command on the same parts, as an operator does on a machine of his own. */
  command(words: readonly string[]): Promise<CommandResult>
}

/** Starts replicas together on new parts. @throws unless just one of them made the site */
export async function startReplicas(
  parts: SharedParts,
  { count = 2, environment = {} }: { count?: number; environment?: Record<string, string> } = {},
): Promise<Replicas> {
  await using cleanup = new AsyncDisposableStack()
  const directory = cleanup.use(await temporaryDirectory()).path
  const shared = { ...environmentOf(parts), ...environment }
  let started = 0
  const start = async () => {
    started += 1
    const dataDirectory = join(directory, String(started))
    return cleanup.use(
      await startSite({ dataDirectory, services: 'images,text,console', environment: shared }),
    )
  }
  const all = await Promise.all(Array.from({ length: count }, start))
  const [first, last] = [all[0], all.at(-1)]
  const credentials = all.flatMap((site) => site.credentials ?? [])
  if (first === undefined || last === undefined || credentials[0] === undefined || credentials.length > 1) {
    throw new Error(`${credentials.length} of ${count} replicas made the site`)
  }
  const held = cleanup.move()
  return {
    all,
    first,
    last,
    credentials: credentials[0],
    async add() {
      const dataDirectory = join(directory, `added-${all.length}`)
      return held.use(
        await startSite({ dataDirectory, services: 'images,text,console', environment: shared }),
      )
    },
    command: (words) => runPictoglyph(join(directory, 'operator'), words, environmentOf(parts)),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}
