import { type Expression, type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  isBinaryExpression,
  isConditionalExpression,
  isIdentifier,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { readTypedSources } from '../typed-sources.ts'

/** A regular expression as a source has it. */
interface SourceExpression {
  file: string
  expression: RegExp
}

/** Stands for a part of an expression that is known only when the program runs. */
const unknownPart = 'x'

/**
 * Every regular expression of the services, the packages and the commands: literals, what is given to `RegExp` and
 * patterns of schemas. Constants and both ways of a condition are followed.
 */
export function sourceExpressions(): Promise<SourceExpression[]> {
  return readTypedSources((sources) =>
    sources.flatMap(({ path, source }) =>
      expressionsIn(source).map((expression) => ({ file: path, expression })),
    ),
  )
}

function expressionsIn(source: Node): RegExp[] {
  const found: RegExp[] = []
  const constants = new Map<string, Expression>()
  const made: { pattern: Expression; flags: Expression | undefined }[] = []

  function visit(node: Node): void {
    if (isVariableDeclaration(node) && isIdentifier(node.name) && node.initializer !== undefined) {
      constants.set(node.name.text, node.initializer)
    }
    if (isRegularExpressionLiteral(node)) {
      const [, pattern = '', flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? []
      found.push(new RegExp(pattern, flags))
    }
    if (isNewExpression(node) && isIdentifier(node.expression) && node.expression.text === 'RegExp') {
      const [pattern, flags] = node.arguments ?? []
      if (pattern !== undefined) made.push({ pattern, flags })
    }
    if (isPropertyAssignment(node) && isIdentifier(node.name) && node.name.text === 'pattern') {
      made.push({ pattern: node.initializer, flags: undefined })
    }
    node.forEachChild(visit)
  }

  visit(source)
  for (const { pattern, flags } of made) {
    const [flag = ''] = flags === undefined ? [] : textsOf(flags, constants)
    for (const text of textsOf(pattern, constants)) found.push(new RegExp(text, flag))
  }
  return found
}

/** The texts that an expression of the source may be. */
function textsOf(node: Expression, constants: ReadonlyMap<string, Expression>): string[] {
  const of = (part: Expression): string[] => textsOf(part, constants)
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (isParenthesizedExpression(node)) return of(node.expression)
  if (isConditionalExpression(node)) return [...of(node.whenTrue), ...of(node.whenFalse)]
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken) {
    return joinEach(of(node.left), of(node.right))
  }
  if (isTemplateExpression(node)) {
    return node.templateSpans.reduce<string[]>(
      (texts, { expression, literal }) => joinEach(joinEach(texts, of(expression)), [literal.text]),
      [node.head.text],
    )
  }
  const constant = isIdentifier(node) ? constants.get(node.text) : undefined
  return constant === undefined ? [unknownPart] : of(constant)
}

const joinEach = (firsts: readonly string[], seconds: readonly string[]): string[] =>
  firsts.flatMap((first) => seconds.map((second) => first + second))
