import type { Scrypt } from '@pictoglyph/codec/scrypt'

/** A derivation that ends on command, so that a test controls the pool's load. */
interface HeldScrypt {
  readonly scrypt: Scrypt
  /** Number of running derivations. */
  running(): number
  /** Ends the oldest derivation, once it has begun. */
  finishOne(): Promise<void>
}

export function createHeldScrypt(): HeldScrypt {
  const held: (() => void)[] = []
  return {
    scrypt: async ({ salt }) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return Bun.SHA256.hash(salt) as Uint8Array
    },
    running: () => held.length,
    async finishOne() {
      while (held.length === 0) await Bun.sleep(0)
      held.shift()?.()
      await Bun.sleep(0)
    },
  }
}
