import { expect } from 'bun:test'
import type { DescriptionTexts } from '../../src/openapi/description-texts.ts'
import type { OpenApiDocument } from '../../src/openapi/document.ts'

/** Names of types (JSON Schema) and of a command, the same in every language. */
const namesOfCode = new Set('string integer number boolean object null curl'.split(' '))

/**
 * The pieces of a page that hold an English word in lower case, which every sentence has. A page that is in Chinese
 * throughout has none. Its text counts, without code, scripts and options that operators name; so do its attributes.
 */
export function englishIn(html: string): string[] {
  const text = html.replaceAll(/<(code|pre|script|style|option)\b[\s\S]*?<\/\1>/g, '·').split(/<[^>]*>/)
  const attributes = [
    ...html.matchAll(/ (?:aria-label|title|alt|placeholder)="([^"]*)"/g),
    ...html.matchAll(/<meta name="description" content="([^"]*)"/g),
  ]
  return [...text, ...attributes.map(([, said = '']) => said)].filter((piece) =>
    (piece.match(/(?<![\p{L}\d&])[a-z]{2,}(?![\p{L}\d;])/gu) ?? []).some((word) => !namesOfCode.has(word)),
  )
}

/** The English pieces of pages that are asked for in Chinese, each after the path of its page. */
export async function englishOfChinesePages(baseUrl: string, paths: readonly string[]): Promise<string[][]> {
  const headers = { Accept: 'text/html', 'Accept-Language': 'zh-CN' }
  return await Promise.all(
    paths.map(async (path) => {
      const page = await fetch(baseUrl + path, { headers })
      expect(page.headers.get('content-language')).toBe('zh-CN')
      return [path, ...englishIn(await page.text())]
    }),
  )
}

/** Those of the texts whose English the description does not have, or no longer. */
export function unusedTexts(document: OpenApiDocument, texts: DescriptionTexts): string[] {
  const said = JSON.stringify(document)
  return Object.keys(texts).filter((english) => !said.includes(JSON.stringify(english).slice(1, -1)))
}
