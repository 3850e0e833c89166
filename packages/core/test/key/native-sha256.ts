import { createHash } from 'node:crypto'
import type { Sha256 } from '../../src/index.ts'

export const createSha256 = (): Sha256 => createHash('sha256')
