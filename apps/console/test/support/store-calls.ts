import type { SiteDatabase } from '@pictoglyph/site/database'

type Method = (...parameters: unknown[]) => unknown

/** Counts the calls of all stores' methods until it is ended, which tells how many there were. */
export function countStoreCalls(database: SiteDatabase): { end(): number } {
  let calls = 0
  const originals: (() => void)[] = []
  for (const store of Object.values(database)) {
    if (typeof store !== 'object') continue
    const methods = store as unknown as Record<string, Method>
    for (const [name, method] of Object.entries(methods)) {
      methods[name] = (...parameters) => {
        calls += 1
        return method(...parameters)
      }
      originals.push(() => {
        methods[name] = method
      })
    }
  }
  return {
    end() {
      for (const restore of originals) restore()
      return calls
    },
  }
}
