import type { Scrypt } from '@pictoglyph/codec/scrypt'

/** A derivation that ends when it is told to, so that a test decides how busy the pool is. */
interface HeldScrypt {
  readonly scrypt: Scrypt
  /** Derivations that have begun and not ended. */
  running(): number
  /** Ends the one that began first, once it has begun. */
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
