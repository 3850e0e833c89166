import { type BinaryExpression, type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isCaseClause,
  isConditionalExpression,
  isDoStatement,
  isExpressionStatement,
  isForStatement,
  isFunctionDeclaration,
  isIdentifier,
  isIfStatement,
  isMethodDeclaration,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
  isWhileStatement,
} from 'typescript/unstable/ast/is'

/** A decision in a source file. */
export interface Guard {
  /** Its file, function and text, and its number among equal texts. */
  name: string
  /** Wrong decisions to force. For a literal, only the opposite. */
  turns: readonly boolean[]
}

/** A source whose guards call `guards.decide`, and whose functions call `guards.step`. */
interface WovenSource {
  text: string
  guards: Guard[]
}

const comparisons = new Set<SyntaxKind>([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.InstanceOfKeyword,
])
const logical = new Set<SyntaxKind>([SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken])
const askingName =
  /^(?:(?:is|has|may|can|declares)[A-Z].*|has|every|some|test|includes|startsWith|namesPlace|touches|takes|reads|stays)$/

/** A file to instrument. */
interface SourceToWeave {
  file: string
  source: Node
  /** The file's text. */
  written: string
  /** Only guards of statements with this text are instrumented. */
  about: RegExp
  /** The number of its first guard. */
  first: number
}

export function weave({ file, source, written, about, first }: SourceToWeave): WovenSource {
  const guards: Guard[] = []
  const seen = new Set<Node>()
  const counts = new Map<string, number>()
  const inserted: { at: number; text: string; order: number }[] = []
  const insert = (at: number, text: string, order: number) => inserted.push({ at, text, order })

  function guard(node: Node, turns: readonly boolean[], work: () => void): void {
    if (seen.has(node) || !isAbout(node, about)) {
      work()
      return
    }
    seen.add(node)
    const text = written.slice(node.getStart(), node.end).replace(/\s+/g, ' ')
    const base = `${file} ${functionOf(node)}: ${text}`
    const count = (counts.get(base) ?? 0) + 1
    counts.set(base, count)
    const id = first + guards.push({ name: count > 1 ? `${base} #${count}` : base, turns }) - 1
    insert(node.pos, ` guards.decide(${id}, `, 1)
    work()
    insert(node.end, ')', 0)
  }

  const both = [true, false]

  function visit(node: Node, isTest: boolean): void {
    const inner = () => {
      node.forEachChild((child) => visit(child, isTestIn(node, child, isTest)))
    }
    if (isBlock(node) && isFunctionLike(node.parent)) insert(node.getStart() + 1, ' guards.step();', 1)
    if (isParenthesizedExpression(node) || isNegation(node) || isLogical(node)) inner()
    else if (isTest && isCaseClause(node.parent)) guard(node, [false], inner)
    else if (isTest || isComparison(node) || isQuestion(node)) guard(node, both, inner)
    else if (node.kind === SyntaxKind.TrueKeyword && isValue(node)) guard(node, [false], inner)
    else if (node.kind === SyntaxKind.FalseKeyword && isValue(node)) guard(node, [true], inner)
    else inner()
  }

  visit(source, false)
  let text = ''
  let at = 0
  for (const each of inserted
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => a.at - b.at || a.order - b.order || a.index - b.index)) {
    text += written.slice(at, each.at) + each.text
    at = each.at
  }
  return { text: text + written.slice(at), guards }
}

function isTestIn(parent: Node, child: Node, isTest: boolean): boolean {
  if (isIfStatement(parent) || isWhileStatement(parent) || isDoStatement(parent))
    return child === parent.expression
  if (isForStatement(parent) || isConditionalExpression(parent)) return child === parent.condition
  if (isCaseClause(parent)) return child === parent.expression
  if (isNegation(parent)) return true
  if (isParenthesizedExpression(parent)) return isTest
  if (isLogical(parent)) return isTest ? child !== parent.operatorToken : child === parent.left
  return false
}

function isNegation(node: Node): boolean {
  return isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken
}

function isLogical(node: Node): node is BinaryExpression {
  return isBinaryExpression(node) && logical.has(node.operatorToken.kind)
}

function isComparison(node: Node): boolean {
  return isBinaryExpression(node) && comparisons.has(node.operatorToken.kind)
}

function isQuestion(node: Node): boolean {
  if (!isCallExpression(node) || node.parent.kind === SyntaxKind.YieldExpression) return false
  const { expression } = node
  const name = isPropertyAccessExpression(expression) ? expression.name : expression
  return isIdentifier(name) && askingName.test(name.text)
}

function isValue(node: Node): boolean {
  return node.parent.kind !== SyntaxKind.LiteralType
}

function isFunctionLike(node: Node): boolean {
  return isArrowFunction(node) || isFunctionDeclaration(node) || isMethodDeclaration(node)
}

/** Whether the statement that a guard controls contains this text; an empty pattern matches every guard. */
function isAbout(node: Node, about: RegExp): boolean {
  if (about.source === '^') return true
  let statement = node
  while (!isIfStatement(statement) && !isExpressionStatement(statement) && statement.parent)
    statement = statement.parent
  const text = isIfStatement(statement) ? statement.thenStatement.getText() : statement.getText()
  return statement.parent !== undefined && about.test(text)
}

function functionOf(node: Node): string {
  for (let each = node.parent; each; each = each.parent) {
    if ((isFunctionDeclaration(each) || isMethodDeclaration(each)) && each.name) return each.name.getText()
    if (isArrowFunction(each) && isVariableDeclaration(each.parent)) return each.parent.name.getText()
  }
  return ''
}
