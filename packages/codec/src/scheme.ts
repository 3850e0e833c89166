import { CodecError } from './failure.ts'

/** The six algorithm types. */
export const algorithmTypes = ['RAW', 'KEYPERM', 'STREAMXOR', 'VIGENERE', 'RC4', 'AESGCM'] as const

/** How a text is transformed between packing and symbols. */
export type AlgorithmType = (typeof algorithmTypes)[number]

/**
 * The costs of an AESGCM key derivation, in the order of their codes. A frame has room for two. A cipher stores the
 * code, never the parameters.
 */
export const derivationCosts = ['normal', 'strong'] as const

/** One of the costs. */
export type DerivationCost = (typeof derivationCosts)[number]

/** A frame of a type without costly key derivation, which is encoded and decoded synchronously. */
export interface PlainFrameScheme {
  readonly kind: 'frame'
  readonly type: Exclude<AlgorithmType, 'AESGCM'>
}

/** A frame with a key derived by scrypt. */
export interface DerivedFrameScheme {
  readonly kind: 'frame'
  readonly type: 'AESGCM'
  readonly cost: DerivationCost
}

/** How a preset encodes: classic, or a frame of a type. */
export type Scheme = { readonly kind: 'classic' } | PlainFrameScheme | DerivedFrameScheme

/** A scheme without key derivation. */
export type SynchronousScheme = Exclude<Scheme, DerivedFrameScheme>

/** A named scheme that callers can choose. */
export interface Preset {
  readonly id: string
  readonly name: string
  readonly scheme: Scheme
}

/** The variants of a type that has several; the first is the default. */
export const variantsOf: Readonly<Record<AlgorithmType, readonly [string, ...string[]]>> = {
  RAW: ['classic', 'frame'],
  KEYPERM: ['frame'],
  STREAMXOR: ['frame'],
  VIGENERE: ['frame'],
  RC4: ['frame'],
  AESGCM: derivationCosts,
}

/**
 * The scheme of a type and one of its variants ({@link variantsOf}; by default the first).
 *
 * @throws {CodecError} BAD_SCHEME for a variant that the type does not have
 */
export function schemeOf(type: AlgorithmType, variant: string = variantsOf[type][0]): Scheme {
  if (!variantsOf[type].includes(variant)) {
    throw new CodecError('BAD_SCHEME', '{type} has no variant {variant}; it has {known}.', {
      type,
      variant,
      known: variantsOf[type].join(', '),
    })
  }
  if (variant === 'classic') return { kind: 'classic' }
  if (type !== 'AESGCM') return { kind: 'frame', type }
  return { kind: 'frame', type, cost: derivationCosts.find((cost) => cost === variant)! }
}

/** The variant from which {@link schemeOf} made this scheme. */
export function variantOf(scheme: Scheme): string {
  if (scheme.kind === 'classic') return 'classic'
  return scheme.type === 'AESGCM' ? scheme.cost : 'frame'
}

/** The algorithm type of a scheme; the classic encoding is RAW. */
export const typeOf = (scheme: Scheme): AlgorithmType => (scheme.kind === 'classic' ? 'RAW' : scheme.type)

/** Whether a type uses a key: all but RAW do. */
export const needsKey = (type: AlgorithmType): boolean => type !== 'RAW'

/** Whether a value is the name of an algorithm type. */
export const isAlgorithmType = (value: string): value is AlgorithmType =>
  (algorithmTypes as readonly string[]).includes(value)

/**
 * How well a cipher protects its text.
 *
 * - `fun`: there is no key; everyone who knows the format can read it.
 * - `obfuscation`: casual readers need the key. A determined attacker finds a short key, or needs none.
 * - `secret`: only readers with the key can read it, if the key can't be guessed.
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
