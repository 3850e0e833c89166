import type { AlgorithmType } from './scheme.ts'

/**
 * What a cipher is worth to someone who must keep its text from others.
 *
 * - `fun`: everyone who knows the format reads it. There is no key.
 * - `obfuscation`: only who has the key reads it at a glance. A determined person finds a short key, or does without.
 * - `secret`: under a key that nobody can guess, nobody else reads it.
 */
export type Worth = 'fun' | 'obfuscation' | 'secret'

/** What the ciphers of each type are worth; presets are worth what their type is. */
export const worthOf: Readonly<Record<AlgorithmType, Worth>> = {
  RAW: 'fun',
  KEYPERM: 'obfuscation',
  STREAMXOR: 'obfuscation',
  VIGENERE: 'obfuscation',
  RC4: 'obfuscation',
  AESGCM: 'secret',
}
