import { dirname, join, relative } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isNamedExports,
  isNamedImports,
  isStringLiteral,
} from 'typescript/unstable/ast/is'
import { root } from './markdown.ts'
import { nodesOf, parsedSources } from './parsed-sources.ts'

/** An import or a re-export of a file, also of types alone. */
export interface Import {
  /** As the file writes it. */
  from: string
  /** The exports that it names; `undefined` for all of them. */
  names: readonly string[] | undefined
}

/** The imports of every TypeScript file of the repository, and the files that they lead to, by its path. */
export async function importsOfFiles(): Promise<Map<string, (Import & { path: string })[]>> {
  const sources = await parsedSources()
  return new Map(
    sources.map(({ path, file }) => {
      const ours = importsIn(file).filter(({ from }) =>
        /^(?:\.|@pictoglyph\/|pictoglyph-client\/)/.test(from),
      )
      return [path, ours.map((one) => ({ ...one, path: resolved(one.from, path) }))]
    }),
  )
}

function resolved(from: string, path: string): string {
  return relative(root, Bun.resolveSync(from, join(root, dirname(path))))
}

/** The imports of a file, wherever they stand in it. */
export function importsIn(file: SourceFile): Import[] {
  return [...nodesOf(file)].flatMap((node) => {
    const from = moduleOf(node)
    return from !== undefined && isStringLiteral(from) ? [{ from: from.text, names: namesIn(node) }] : []
  })
}

function moduleOf(node: Node): Node | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) return node.moduleSpecifier
  if (isImportTypeNode(node)) return isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  return isCallExpression(node) && node.expression.getText() === 'import' ? node.arguments[0] : undefined
}

function namesIn(node: Node): string[] | undefined {
  if (isImportTypeNode(node)) {
    return node.qualifier !== undefined && isIdentifier(node.qualifier) ? [node.qualifier.text] : undefined
  }
  if (isExportDeclaration(node)) {
    return node.exportClause !== undefined && isNamedExports(node.exportClause)
      ? node.exportClause.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
      : undefined
  }
  if (!isImportDeclaration(node)) return undefined
  const { name, namedBindings } = node.importClause ?? {}
  if (namedBindings !== undefined && !isNamedImports(namedBindings)) return undefined
  const named = namedBindings?.elements.map(({ propertyName, name }) => (propertyName ?? name).text) ?? []
  return name === undefined ? named : ['default', ...named]
}
