import type { SqlEngine } from './engine.ts'

/**
 * An engine that was just opened, once the steps have been done that make it fit for use; where one fails it is
 * closed.
 * @throws what a step throws
 */
export async function openAndPrepare(
  engine: SqlEngine,
  ...steps: readonly ((engine: SqlEngine) => Promise<void>)[]
): Promise<SqlEngine> {
  try {
    for (const step of steps) await step(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  return engine
}
