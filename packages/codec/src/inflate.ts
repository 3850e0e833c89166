/**
 * Raw DEFLATE decompression (RFC 1951) with a preset dictionary, bounded and strict.
 *
 * Bounded: it never writes a byte beyond the limit, and never reads more than {@link maxBlocks} blocks,
 * however the input is made. Strict: the stream must end in the input's last byte with zero bits after it, and
 * whatever zlib refuses is refused. Decoding is canonical, code length by code length, so that a hostile stream
 * of many small blocks has no large tables to make it build.
 */

interface HuffmanCode {
  /** How many codes have each length, 0 to 15. */
  readonly counts: Uint16Array
  /** Symbols in the order of their codes. */
  readonly symbols: Uint16Array
}

const maxCodeLength = 15

/** What compressors make of 60,000 bytes is below 500 blocks; a stream of thousands is made to waste time. */
const maxBlocks = 1024
const endOfBlock = 256
const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const lengthExtraBits = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]
const distanceExtraBits = Array.from({ length: 30 }, (_, i) => Math.max(0, (i >> 1) - 1))
const lengthBases = [...runningSums(3, lengthExtraBits.slice(0, -1)), 258]
const distanceBases = runningSums(1, distanceExtraBits)
const fixedLengths = new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280)
const fixedLiterals = createHuffmanCode(fixedLengths)
const fixedDistances = createHuffmanCode(new Uint8Array(32).fill(5))

/** Thrown by {@link inflate} for a stream that is malformed or longer than its bound. */
export class InflateError extends Error {
  override readonly name = 'InflateError'
}

/**
 * Decompresses a whole raw DEFLATE stream.
 *
 * @param dictionary what matches may refer back to before the output's first byte
 * @param limitBytes the most the output may have
 * @throws {InflateError} if the stream is malformed, does not end with the input, or exceeds the limit
 */
export function inflate(input: Uint8Array, dictionary: Uint8Array, limitBytes: number): Uint8Array {
  const bits = createBitReader(input)
  const output = new Uint8Array(dictionary.length + limitBytes)
  output.set(dictionary)
  let end = dictionary.length
  let blocks = 0
  for (let last = false; !last; ) {
    if (++blocks > maxBlocks) throw new InflateError('too many blocks')
    last = bits.take(1) === 1
    const kind = bits.take(2)
    if (kind === 0) end = copyStored(bits, output, end)
    else if (kind === 1) end = copyCompressed(bits, fixedLiterals, fixedDistances, output, end)
    else if (kind === 2) end = copyCompressed(bits, ...readDynamicCodes(bits), output, end)
    else throw new InflateError('unknown block type')
  }
  bits.requireEnd()
  return output.slice(dictionary.length, end)
}

interface BitReader {
  take(count: number): number
  symbol(code: HuffmanCode): number
  alignedBytes(count: number): Uint8Array
  requireEnd(): void
}

function createBitReader(input: Uint8Array): BitReader {
  let at = 0
  // What is left of the last byte read: bytes are read when they are needed, so that none is ever left whole.
  let buffer = 0
  let buffered = 0
  const refill = (count: number) => {
    while (buffered < count) {
      if (at === input.length) throw new InflateError('the stream ends early')
      buffer |= input[at++]! << buffered
      buffered += 8
    }
  }
  return {
    take(count) {
      refill(count)
      const value = buffer & ((1 << count) - 1)
      buffer >>>= count
      buffered -= count
      return value
    },
    symbol({ counts, symbols }) {
      let code = 0
      let first = 0
      let index = 0
      for (let length = 1; length <= maxCodeLength; length++) {
        if (buffered === 0) refill(1)
        code |= buffer & 1
        buffer >>>= 1
        buffered--
        const count = counts[length]!
        if (code - count < first) return symbols[index + code - first]!
        index += count
        first = (first + count) << 1
        code <<= 1
      }
      throw new InflateError('a code that stands for nothing')
    },
    alignedBytes(count) {
      buffer = 0
      buffered = 0
      if (at + count > input.length) throw new InflateError('the stream ends early')
      at += count
      return input.subarray(at - count, at)
    },
    requireEnd() {
      if (at !== input.length || buffer !== 0) throw new InflateError('bytes or bits after the stream')
    },
  }
}

function copyStored(bits: BitReader, output: Uint8Array, end: number): number {
  const [low, high, notLow, notHigh] = bits.alignedBytes(4) as unknown as [number, number, number, number]
  const length = low | (high << 8)
  if ((length ^ (notLow | (notHigh << 8))) !== 0xffff)
    throw new InflateError('a stored length without its complement')
  if (end + length > output.length) throw new InflateError('the output exceeds its limit')
  output.set(bits.alignedBytes(length), end)
  return end + length
}

function copyCompressed(
  bits: BitReader,
  literals: HuffmanCode,
  distances: HuffmanCode,
  output: Uint8Array,
  start: number,
): number {
  let end = start
  for (;;) {
    const symbol = bits.symbol(literals)
    if (symbol === endOfBlock) return end
    if (symbol < endOfBlock) {
      if (end === output.length) throw new InflateError('the output exceeds its limit')
      output[end++] = symbol
      continue
    }
    const lengthSymbol = symbol - endOfBlock - 1
    const lengthBase = lengthBases[lengthSymbol]
    if (lengthBase === undefined) throw new InflateError('a length that does not exist')
    const length = lengthBase + bits.take(lengthExtraBits[lengthSymbol]!)
    const distanceSymbol = bits.symbol(distances)
    const distanceBase = distanceBases[distanceSymbol]
    if (distanceBase === undefined) throw new InflateError('a distance that does not exist')
    const distance = distanceBase + bits.take(distanceExtraBits[distanceSymbol]!)
    if (distance > end) throw new InflateError('a distance before the window')
    if (end + length > output.length) throw new InflateError('the output exceeds its limit')
    for (const stop = end + length; end < stop; end++) output[end] = output[end - distance]!
  }
}

function readDynamicCodes(bits: BitReader): [HuffmanCode, HuffmanCode] {
  const literalCount = bits.take(5) + 257
  const distanceCount = bits.take(5) + 1
  const codeLengthCount = bits.take(4) + 4
  if (literalCount > 286 || distanceCount > 30) throw new InflateError('too many codes')
  const codeLengths = new Uint8Array(codeLengthOrder.length)
  for (let i = 0; i < codeLengthCount; i++) codeLengths[codeLengthOrder[i]!] = bits.take(3)
  const lengths = readCodeLengths(bits, createHuffmanCode(codeLengths), literalCount + distanceCount)
  if (lengths[endOfBlock] === 0) throw new InflateError('a block without an end')
  return [
    createHuffmanCode(lengths.subarray(0, literalCount), { allowIncomplete: true }),
    createHuffmanCode(lengths.subarray(literalCount), { allowIncomplete: true }),
  ]
}

function readCodeLengths(bits: BitReader, code: HuffmanCode, count: number): Uint8Array {
  const lengths = new Uint8Array(count)
  for (let i = 0; i < count; ) {
    const symbol = bits.symbol(code)
    if (symbol < 16) {
      lengths[i++] = symbol
      continue
    }
    if (symbol === 16 && i === 0) throw new InflateError('nothing to repeat')
    const value = symbol === 16 ? lengths[i - 1]! : 0
    const repeat = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)
    if (i + repeat > count) throw new InflateError('a repeat beyond the codes')
    lengths.fill(value, i, i + repeat)
    i += repeat
  }
  return lengths
}

/** An incomplete code is allowed where RFC 1951 needs it: no code, or a single one of one bit (section 3.2.7). */
function createHuffmanCode(lengths: Uint8Array, { allowIncomplete = false } = {}): HuffmanCode {
  const counts = new Uint16Array(maxCodeLength + 1)
  for (const length of lengths) counts[length]!++
  const codeCount = lengths.length - counts[0]!
  counts[0] = 0
  let unused = 1
  for (let length = 1; length <= maxCodeLength; length++) {
    unused = 2 * unused - counts[length]!
    if (unused < 0) throw new InflateError('an over-subscribed code')
  }
  const isOfOneBitAtMost = codeCount === counts[1]
  if (unused > 0 && !(allowIncomplete && isOfOneBitAtMost)) throw new InflateError('an incomplete code')
  const offsets = new Uint16Array(maxCodeLength + 2)
  for (let length = 1; length <= maxCodeLength; length++)
    offsets[length + 1] = offsets[length]! + counts[length]!
  const symbols = new Uint16Array(codeCount)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol]!
    if (length > 0) symbols[offsets[length]!++] = symbol
  }
  return { counts, symbols }
}

function runningSums(first: number, extraBits: readonly number[]): number[] {
  const bases: number[] = []
  let base = first
  for (const extra of extraBits) {
    bases.push(base)
    base += 1 << extra
  }
  return bases
}
