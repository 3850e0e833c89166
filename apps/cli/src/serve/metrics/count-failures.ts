import { Failure } from '@pictoglyph/core'

/** The same port, which tells of every call that fails for a reason of its own, such as a disk or a server. */
export function countFailures<T extends object>(port: T, onFailure: () => void): T {
  const watch = (value: unknown): unknown => {
    if (typeof value === 'function') return watchCalls(value as Call, onFailure)
    return typeof value === 'object' && value !== null ? countFailures(value, onFailure) : value
  }
  return Object.fromEntries(Object.entries(port).map(([name, part]) => [name, watch(part)])) as T
}

type Call = (...parameters: unknown[]) => unknown

function watchCalls(call: Call, onFailure: () => void): Call {
  return (...parameters) => {
    const answer = call(...parameters)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (isOwnFault(error)) onFailure()
      throw error
    })
  }
}

/** What a caller did wrong is no failure of the port. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof Failure) || error.code === 'STORAGE_FAILED' || error.code === 'BLOB_MISSING'
}
