/** Counts code points, without a copy of the text. A lone surrogate is one. */
export function countCodePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; count++) i += text.codePointAt(i)! > 0xffff ? 2 : 1
  return count
}
