/** A text that counts the characters that are looked at. */
export class CountedText extends String {
  count = 0

  override charAt(place: number): string {
    this.count += 1
    return super.charAt(place)
  }

  override slice(start?: number, end?: number): string {
    const part = super.slice(start, end)
    this.count += part.length
    return part
  }

  override startsWith(part: string, place?: number): boolean {
    this.count += part.length
    return super.startsWith(part, place)
  }

  override indexOf(part: string, from = 0): number {
    const found = super.indexOf(part, from)
    this.count += (found < 0 ? this.length : found) - from
    return found
  }
}
