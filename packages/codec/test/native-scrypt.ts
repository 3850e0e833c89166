import { scrypt as nodeScrypt } from 'node:crypto'
import { type Scrypt, scryptKeyBytes } from '../src/scrypt.ts'

const derive = (N: number, { password, salt, r, p }: Parameters<Scrypt>[0]): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    nodeScrypt(password, salt, scryptKeyBytes, { N, r, p, maxmem: 256 * N * r }, (error, bytes) => {
      if (error) reject(error)
      else resolve(bytes)
    })
  })

/** scrypt on the runtime's thread pool, as a server injects it. */
export const nativeScrypt: Scrypt = (request) => derive(request.N, request)

/** The parameters with which {@link quickScrypt} replaces each cost. */
export const quickCosts = [
  { N: 2, p: 1 },
  { N: 4, p: 2 },
]

/** A derivation at almost no cost, for tests that need many. */
export const quickScrypt: Scrypt = (request) => {
  const { N, p } = quickCosts[request.cost === 'normal' ? 0 : 1]!
  return derive(N, { ...request, p })
}

/** Counts the calls of a derivation. */
export function countCalls(scrypt: Scrypt): { scrypt: Scrypt; calls: () => number } {
  let calls = 0
  return {
    scrypt: (request) => {
      calls++
      return scrypt(request)
    },
    calls: () => calls,
  }
}
