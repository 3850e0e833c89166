import type { SqlEngine } from './engine.ts'

const maxRemembered = 10_000
/** Should a process die between its commit and counting it, what it changed is seen after so long all the same. */
const rememberedMs = 1_000

/**
 * The same search, which remembers what it found for as long as the database counts no change. What is not
 * found is looked for each time, so that additions need not be counted. Without a count nothing is remembered.
 * What it gives is shared between callers, and frozen.
 */
export function rememberFound<T extends object>(
  { changeCount }: Pick<SqlEngine, 'changeCount'>,
  find: (key: string) => Promise<T | undefined>,
): (key: string) => Promise<T | undefined> {
  if (changeCount === undefined) return find
  let found = new Map<string, T>()
  let foundAtCount = Number.NaN
  let forgetAtMs = 0

  return async (key) => {
    const count = changeCount()
    const nowMs = performance.now()
    if (count !== foundAtCount || nowMs >= forgetAtMs || found.size >= maxRemembered) {
      found = new Map()
      foundAtCount = count
      forgetAtMs = nowMs + rememberedMs
    }
    const known = found.get(key)
    if (known !== undefined) return known
    const memory = found
    const value = await find(key)
    if (value !== undefined) memory.set(key, frozen(value))
    return value
  }
}

function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part)
  return Object.freeze(value)
}
