import type { AlgorithmType } from './scheme.ts'

/**
 * How well a cipher protects its text from others.
 *
 * - `fun`: everyone who knows the format can read it. There is no key.
 * - `obfuscation`: at a glance only holders of the key can read it. A determined person finds a short key, or needs
 *   none.
 * - `secret`: under a key that no one can guess, no one else can read it.
 */
export type Worth = 'fun' | 'obfuscation' | 'secret'

/** The worth of each type's ciphers; a preset has its type's worth. */
export const worthOf: Readonly<Record<AlgorithmType, Worth>> = {
  RAW: 'fun',
  KEYPERM: 'obfuscation',
  STREAMXOR: 'obfuscation',
  VIGENERE: 'obfuscation',
  RC4: 'obfuscation',
  AESGCM: 'secret',
}
