import { bytesOf, type Part } from './bytes.ts'

/** An SVG document with any content. */
export function svg(attributes: string, ...content: Part[]): Uint8Array {
  return bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>`, content, '</svg>')
}
