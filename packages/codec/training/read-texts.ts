/** Extracts the texts of files in their publishers' formats. */

/** Reads the texts of one file. */
export type ReadTexts = (content: string) => string[]

const lines: ReadTexts = (content) => content.split(/\r?\n/)

/** One text per line. */
export const readLines: ReadTexts = lines

/** One paragraph of a book per line, without the licence and the headers of Project Gutenberg. */
export const readBook: ReadTexts = (content) => {
  const body = content
    .split(/\*\*\* ?START OF[^\n]*\n/)
    .at(-1)!
    .split(/\*\*\* ?END OF/)[0]!
  const wrapped = body.includes('\n\n') && !/[\u4e00-\u9fff]/.test(body)
  const paragraphs = wrapped
    ? body.split(/(?:\r?\n){2,}/).map((text) => text.replaceAll(/\r?\n/g, ' '))
    : lines(body)
  return paragraphs.filter((text) => text.trim().length > 8)
}

/** Columns of tab-separated tables. */
export const readColumn =
  (column: number): ReadTexts =>
  (content) =>
    lines(content).map((line) => line.split('\t')[column] ?? '')

/** The first two columns of a comma-separated table, with or without quotes. */
export const readQuestionsAndAnswers: ReadTexts = (content) =>
  lines(content)
    .slice(1)
    .flatMap((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
        .slice(0, 2)
        .map(([, quoted, plain]) => (quoted ?? plain ?? '').replaceAll('""', '"')),
    )

/** The values of one field, anywhere in JSON. */
export const readJsonField =
  (field: string): ReadTexts =>
  (content) => {
    const texts: string[] = []
    JSON.parse(content, (key, value: unknown) => {
      if (key === field && typeof value === 'string') texts.push(value)
      return value
    })
    return texts
  }

/** The paragraphs of transcripts in Akoma Ntoso. */
export const readTranscript: ReadTexts = (content) =>
  [...content.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, text]) =>
    unescapeHtml(
      text!
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  )

const unescapeHtml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The prose of Markdown, one paragraph per text, without code, markup and front matter. */
export const readMarkdown: ReadTexts = (content) =>
  lines(
    content
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .replaceAll(/```[\s\S]*?```/g, '')
      .replaceAll(/<!--[\s\S]*?-->/g, ''),
  )
    .filter((line) => !/^\s*(<|\||!\[|import |export |:::|\/\/\/|\$)/.test(line))
    .map((line) =>
      line
        .replaceAll(/\{#[^}]*\}|\{\/\*.*?\*\/\}|\{[.:][^}]*\}/g, '')
        .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/[*`]|^\s*(#+|[-+>]|\d+\.)\s+/g, '')
        .trim(),
    )
    .filter((text) => text.length > 3)

/** The lines of code in Markdown. */
export const readCode: ReadTexts = (content) =>
  [
    ...content.matchAll(/```(?:js|jsx|ts|tsx|json|JSON|css|html|python|Python)\b[^\n]*\n([\s\S]*?)```/g),
  ].flatMap(([, code]) => lines(code!))

/** The addresses in Markdown. */
export const readAddresses: ReadTexts = (content) =>
  [...content.matchAll(/https?:\/\/[^\s)"'<>\]]+/g)].map(([address]) => address)
