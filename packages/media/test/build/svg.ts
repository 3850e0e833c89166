import { bytesOf, type Part } from './bytes.ts'

/** An SVG document with content of any kind. */
export function svg(attributes: string, ...content: Part[]): Uint8Array {
  return bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>`, content, '</svg>')
}
