import { dirname, join, relative } from 'node:path'
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
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
interface Import {
  /** As the file writes it. */
  from: string
  /** The exports that it names; `undefined` for all of them. */
  names: readonly string[] | undefined
}

/** The names that a file exports, and its imports from files of the repository. */
export interface Module {
  exports: readonly string[]
  /** `path` is the file that an import leads to. */
  imports: readonly (Import & { path: string })[]
}

const fromOurs = /^(?:\.|@pictoglyph\/|pictoglyph-client\/)/

/** Every TypeScript file of the repository by its path. */
export async function readModules(): Promise<Map<string, Module>> {
  const sources = await parsedSources()
  return new Map(
    sources.map(({ path, file }) => {
      const ours = importsIn(file).filter(({ from }) => fromOurs.test(from))
      const imports = ours.map((one) => ({ ...one, path: resolved(one.from, path) }))
      return [path, { exports: exportsIn(file), imports }]
    }),
  )
}

function resolved(from: string, path: string): string {
  return relative(root, Bun.resolveSync(from, join(root, dirname(path))))
}

const declaredExport = /^export (?:async |abstract )*(?:function\*?|const|class|interface|type|enum) (\w+)/

/** The names that a file exports. */
export function exportsIn(file: SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    if (!isExportDeclaration(statement)) return declaredExport.exec(statement.getText(file))?.[1] ?? []
    const { exportClause } = statement
    if (exportClause === undefined || !isNamedExports(exportClause)) return []
    return exportClause.elements.map(({ name }) => name.text)
  })
}

/** The imports of a file, wherever they stand in it. */
export function importsIn(file: SourceFile): Import[] {
  // Only these stand within statements, and to look at every node takes seconds.
  const nodes = file.text.includes('import(') ? [...nodesOf(file)] : file.statements
  return nodes.flatMap((node) => {
    const from = moduleOf(node)
    return from !== undefined && isStringLiteral(from) ? [{ from: from.text, names: namesIn(node) }] : []
  })
}

function moduleOf(node: Node): Node | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) return node.moduleSpecifier
  if (isImportTypeNode(node)) return isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  return isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword
    ? node.arguments[0]
    : undefined
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
