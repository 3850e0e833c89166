import { createHash } from 'node:crypto'
import type { Sha256 } from '../../src/platform/sha256.ts'

export const createSha256 = (): Sha256 => createHash('sha256')
