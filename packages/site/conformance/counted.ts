import type { Counted } from '../src/access/limiter.ts'

/** What a limiter counts in tests: each name is counted by itself. */
export const counted = (name: string): Counted => ({ act: 'text request', by: { userId: name } })
