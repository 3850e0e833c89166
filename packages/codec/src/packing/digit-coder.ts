/**
 * Codes digits, each of a radix of its own, as bytes (docs/cipher/format.md, "Digits"): asymmetric numeral systems
 * (Duda 2013, arXiv:1311.2540) in their range form, for digits that are equally likely.
 *
 * The state is a number below 256 times {@link lowerBound}, and every step is exact in a double. The digit that is
 * written last is read first.
 */

/** A multiple of every radix in use; 256 times as much is below 2⁵³. */
const lowerBound = 2 ** 20 * 3 ** 2 * 11 * 23 * 31 * 73

/** The least state that no longer takes a digit of a radix before a byte of it is written out. */
const fullState = (radix: number): number => 256 * (lowerBound / radix)

/** Writes digits, the last one first. */
export class DigitWriter {
  private state = 0
  /** The last byte first. */
  private readonly bytes: number[] = []

  /** @param radix a divisor of the lower bound */
  write(digit: number, radix: number): void {
    const full = fullState(radix)
    while (this.state >= full) {
      const low = this.state % 256
      this.bytes.push(low)
      this.state = (this.state - low) / 256
    }
    this.state = this.state * radix + digit
  }

  /** Writes the digit that is read first, after others that are not all zero, and returns the bytes. */
  finish(digit: number, radix: number): Uint8Array {
    const isShort = this.bytes.length === 0 && this.state <= fullState(radix)
    if (isShort) this.state--
    this.write(digit, radix)
    do {
      const low = this.state % 256
      this.bytes.push(low)
      this.state = (this.state - low) / 256
    } while (this.state > 0)
    return Uint8Array.from(this.bytes.reverse())
  }
}

/** Reads the digits that a {@link DigitWriter} wrote. Other bytes give some digits too. */
export class DigitReader {
  private state = 0
  private at = 0

  constructor(private readonly bytes: Uint8Array) {
    this.refill()
  }

  /** Whether only zeros would follow. */
  get isAtEnd(): boolean {
    return this.state === 0
  }

  /** The digit that {@link readFirst} would read. */
  first(radix: number): number {
    return this.state % radix
  }

  read(radix: number): number {
    const digit = this.state % radix
    this.state = (this.state - digit) / radix
    this.refill()
    return digit
  }

  /** Reads the digit that {@link DigitWriter.finish} wrote. */
  readFirst(radix: number): number {
    const isShort = this.at === this.bytes.length
    const digit = this.read(radix)
    if (isShort) this.state++
    return digit
  }

  private refill(): void {
    while (this.state < lowerBound && this.at < this.bytes.length)
      this.state = 256 * this.state + this.bytes[this.at++]!
  }
}
