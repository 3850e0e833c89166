import { createHash } from 'node:crypto'
import type { Sha256 } from '../../src/index.ts'

export function createSha256(): Sha256 {
  const hash = createHash('sha256')
  return {
    update(bytes) {
      hash.update(bytes)
    },
    digestHex: () => hash.digest('hex'),
  }
}
