export { areConfusable, type Charset, parseSymbols, type Symbols, symbolSetKey } from './charset.ts'
export { type CharsetIndex, createCharsetIndex } from './charset-index.ts'
export { type ClassicEncoder, createClassicEncoder } from './classic-encoder.ts'
export {
  askedForKey,
  type DecodedCipher,
  type DecodedMessage,
  type DecodeRequest,
  decode,
  decodeMessage,
  decodeShort,
  decodeSync,
} from './decode.ts'
export {
  type ClassicDetection,
  type Detection,
  detect,
  detectWhole,
  type FrameDetection,
  type MessageReading,
  type StretchDetection,
} from './detect.ts'
export { doubtOf, doubts, isDoubtful, type LikelyDamage } from './doubt.ts'
export {
  type EncodeRequest,
  encode,
  encodeSync,
  type RandomBytes,
  type SynchronousEncodeRequest,
} from './encode.ts'
export { CodecError, type CodecErrorCode, CutCipher, DoubtedBody, type Refusal, refusals } from './failure.ts'
export {
  hasAtMostCodePoints,
  maxCipherCodePoints,
  maxKeyCodePoints,
  maxTextUnits,
} from './limits.ts'
export { detectInMessage, readMessage, refusalOf } from './message.ts'
export {
  type PackedText,
  type Packer,
  type Packing,
  pack,
  preparePacking,
  unpack,
  unpackShort,
} from './packing/packing.ts'
export { type PreparedCharset, prepareCharset } from './prepared-charset.ts'
export {
  type AlgorithmType,
  algorithmTypes,
  type DerivationCost,
  type DerivedFrameScheme,
  isAlgorithmType,
  needsKey,
  type PlainFrameScheme,
  type Preset,
  type Scheme,
  type SynchronousScheme,
  schemeOf,
  typeOf,
  variantOf,
  variantsOf,
  type Worth,
  worthOf,
} from './scheme.ts'
export {
  portableScrypt,
  type Scrypt,
  type ScryptParameters,
  type ScryptRequest,
  scryptKeyBytes,
  scryptMemoryBytes,
  scryptParameters,
} from './scrypt.ts'
export { shippedCharsets, shippedPresets } from './shipped.ts'
