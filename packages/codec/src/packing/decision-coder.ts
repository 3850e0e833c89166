/**
 * Arithmetic coding of binary decisions, without carries. The range is that of Mahoney's PAQ, 32 bits wide; it
 * outputs a byte as soon as both its ends agree on it.
 *
 * A probability is that of decision 1, in 65,536ths, from 1 to 65,535.
 */

/** The split of the range: decision 1 takes its low part, including this point. */
function splitOf(low: number, high: number, probability: number): number {
  const range = (high - low) | 0
  return (low + Math.imul(range >>> 16, probability) + (Math.imul(range & 0xffff, probability) >>> 16)) | 0
}

/** Reads decisions from bytes, which zeros continue without end. */
export class DecisionReader {
  private low = 0
  private high = -1
  private code = 0
  private at = 0

  constructor(private readonly bytes: Uint8Array) {
    for (let i = 0; i < 4; i++) this.code = (this.code << 8) | this.nextByte()
  }

  /** Whether the reader has consumed the last byte. */
  get isPastEnd(): boolean {
    return this.at >= this.bytes.length
  }

  read(probability: number): number {
    const split = splitOf(this.low, this.high, probability)
    let decision = 0
    if (this.code >>> 0 <= split >>> 0) {
      decision = 1
      this.high = split
    } else this.low = (split + 1) | 0
    while ((this.low ^ this.high) >>> 24 === 0) {
      this.low <<= 8
      this.high = (this.high << 8) | 0xff
      this.code = (this.code << 8) | this.nextByte()
    }
    return decision
  }

  private nextByte(): number {
    const i = this.at++
    return i < this.bytes.length ? this.bytes[i]! : 0
  }
}

/** Writes decisions as bytes. */
export class DecisionWriter {
  private low = 0
  private high = -1
  private bytes = new Uint8Array(64)
  /** Number of final bytes. */
  length = 0

  write(probability: number, decision: number): void {
    const split = splitOf(this.low, this.high, probability)
    if (decision) this.high = split
    else this.low = (split + 1) | 0
    while ((this.low ^ this.high) >>> 24 === 0) {
      this.push(this.high >>> 24)
      this.low <<= 8
      this.high = (this.high << 8) | 0xff
    }
  }

  /**
   * Returns all bytes: the final ones, the fewest that keep a reader within the range, and zeros up to `total`.
   * `null` if they exceed `total`.
   */
  finish(total: number): Uint8Array | null {
    const [low, high] = [this.low >>> 0, this.high >>> 0]
    for (let count = 0; count <= 4; count++) {
      const step = 2 ** (32 - 8 * count)
      const tail = Math.ceil(low / step) * step
      if (tail > high) continue
      if (this.length + count > total) return null
      for (let i = 0; i < count; i++) this.push(Math.floor(tail / 2 ** (24 - 8 * i)) & 0xff)
      while (this.length < total) this.push(0)
      return this.bytes.slice(0, total)
    }
    return null
  }

  private push(byte: number): void {
    if (this.length === this.bytes.length) {
      const longer = new Uint8Array(2 * this.length)
      longer.set(this.bytes)
      this.bytes = longer
    }
    this.bytes[this.length++] = byte
  }
}
