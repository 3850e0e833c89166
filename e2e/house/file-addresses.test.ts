import { expect, test } from 'bun:test'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import {
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isMetaProperty,
  isNewExpression,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { nodesOf, parsedSources, parsedText } from './parsed-sources.ts'

/*
 * In the address of a file, a space is %20 and ü is %C3%BC: the path is what `fileURLToPath` makes of it, and the address
 * of a path what `pathToFileURL` makes.
 */

/** Places where a path is cut out of a file's address, or an address made by writing `file://` before a path. */
function mistakesIn(file: SourceFile): string[] {
  const named = namesOfAddresses(file)
  return [...nodesOf(file)].filter((node) => isMistake(node, named)).map((node) => node.getText(file))
}

function isMistake(node: Node, named: ReadonlySet<string>): boolean {
  if (isPropertyAccessExpression(node)) return node.name.text !== 'href' && isAddress(node.expression, named)
  if (isVariableDeclaration(node)) {
    return isObjectBindingPattern(node.name) && isAddress(node.initializer, named)
  }
  if (isTemplateExpression(node)) {
    const before = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].slice(0, -1)
    return before.some((text) => text.endsWith('file://'))
  }
  return isBinaryExpression(node) && isStringLiteral(node.left) && node.left.text.endsWith('file://')
}

/** Whether an expression is the address of this module, or one made from it or from a path. */
function isAddress(node: Node | undefined, named: ReadonlySet<string>): boolean {
  if (node === undefined) return false
  if (isIdentifier(node)) return named.has(node.text)
  if (isNewExpression(node)) {
    const { expression, arguments: given = [] } = node
    return isIdentifier(expression) && expression.text === 'URL' && given.some((one) => isAddress(one, named))
  }
  if (isCallExpression(node))
    return /(?:^|\.)(?:pathToFileURL|import\.meta\.resolve)$/.test(node.expression.getText())
  if (!isPropertyAccessExpression(node)) return false
  if (isMetaProperty(node.expression)) return node.name.text === 'url'
  return node.name.text === 'href' && isAddress(node.expression, named)
}

function namesOfAddresses(file: SourceFile): Set<string> {
  const named = new Set<string>()
  for (const node of nodesOf(file)) {
    if (isVariableDeclaration(node) && isIdentifier(node.name) && isAddress(node.initializer, named)) {
      named.add(node.name.text)
    }
  }
  return named
}

test.each([
  "const program = new URL('./reader.ts', import.meta.url).pathname",
  "const here = new URL('.', import.meta.url); const path = here.pathname",
  "const { pathname } = new URL('./reader.ts', import.meta.url)",
  "const path = import.meta.url.replace('file://', '')",
  "const path = import.meta.resolve('sharp').slice(7)",
  "const path = Bun.pathToFileURL('a b').href.slice(7)",
  `const address = \`file://\${path}\``,
  "const address = 'file://' + path",
])('%s is a mistake', async (text) => {
  expect(mistakesIn(await parsedText(text))).toHaveLength(1)
})

test('a path that is made of an address, and the address itself, are none', async () => {
  const text = `
    const program = fileURLToPath(new URL('./reader.ts', import.meta.url))
    const thread = new Worker(new URL('./thread.ts', import.meta.url))
    const source = new URL('./source.ts', import.meta.url).href
    const sharp = fileURLToPath(import.meta.resolve('sharp')).slice(1)
    const path = new URL(request.url).pathname
    const blobs = \`file:\${path}\``
  expect(mistakesIn(await parsedText(text))).toEqual([])
})

test('no source cuts a path out of an address, or writes an address with a path', async () => {
  const found: string[] = []
  for (const { path, file } of await parsedSources()) {
    for (const mistake of mistakesIn(file)) found.push(`${path}: ${mistake}`)
  }
  expect(found).toEqual([])
}, 60_000)
