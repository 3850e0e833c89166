import { expect, test } from 'bun:test'
import {
  type Expression,
  type Node,
  type PropertyAccessExpression,
  SyntaxKind,
} from 'typescript/unstable/ast'
import {
  isAsExpression,
  isBinaryExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isTemplateExpression,
  isTypeReferenceNode,
} from 'typescript/unstable/ast/is'
import { readTypedSources, type TypedSource } from './typed-sources.ts'

/** Where the text of an address is read: it is stored, logged or shown there, or made. Limits take the address. */
const textIsRead = [
  'apps/cli/src/public-url.ts',
  'apps/console/src/context/create-console-context.ts',
  'apps/console/src/invitation/invitation-page.tsx',
  'apps/console/src/operators/access/access-page.tsx',
  'apps/console/src/session/provider-routes.ts',
  'apps/console/src/session/session-routes.tsx',
  'packages/site/src/access/subject.ts',
  'packages/site/src/accounts/proofs.ts',
  'packages/site/src/accounts/sign-in.ts',
  'packages/site/src/keys/key-gate.ts',
  'packages/site/src/network/cidr.ts',
  'packages/web/src/security-events.ts',
]

/** The keys of limits, and the one function that makes each. */
const keysAreMade = [
  'packages/site/src/access/limiter.ts CountedKey',
  'packages/site/src/access/subject.ts SubjectKey',
]

const ids = ['userId', 'keyId', 'nameHash']

function* nodesOf(node: Node): Generator<Node> {
  yield node
  const children: Node[] = []
  node.forEachChild((child) => void children.push(child))
  for (const child of children) yield* nodesOf(child)
}

const isMade = (text: Expression): boolean =>
  isTemplateExpression(text) || (isBinaryExpression(text) && text.operatorToken.kind === SyntaxKind.PlusToken)

function madeKeys({ path, source }: TypedSource): string[] {
  const found: string[] = []
  for (const node of nodesOf(source)) {
    if (!isAsExpression(node) || !isTypeReferenceNode(node.type) || !isIdentifier(node.type.typeName))
      continue
    const { text } = node.type.typeName
    if (text === 'SubjectKey' || text === 'CountedKey') found.push(`${path} ${text}`)
  }
  return found
}

/** Ids that are made of texts where they are given. */
function madeIds({ path, source }: TypedSource): string[] {
  return [...nodesOf(source)].flatMap((node) =>
    isPropertyAssignment(node) &&
    isIdentifier(node.name) &&
    ids.includes(node.name.text) &&
    isMade(node.initializer)
      ? [`${path} ${node.getText(source)}`]
      : [],
  )
}

const readsText = (node: Node): node is PropertyAccessExpression =>
  isPropertyAccessExpression(node) && node.name.text === 'text'

const found = await readTypedSources(async (sources, checker) => {
  const texts = new Set<string>()
  for (const { path, source } of sources) {
    const reads = [...nodesOf(source)].filter(readsText)
    if (reads.length === 0) continue
    const types = await checker.getTypeAtLocation(reads.map(({ expression }) => expression))
    for (const type of types) {
      const whole = type && (await checker.getNonNullableType(type))
      if ((await whole?.getSymbol())?.name === 'Address') texts.add(path)
    }
  }
  return { texts: [...texts], keys: sources.flatMap(madeKeys), ids: sources.flatMap(madeIds) }
})

test('the key of a limit is made by one function of its own', () => {
  expect(found.keys.sort()).toEqual(keysAreMade)
})

test('the text of an address is read where it is stored, logged or shown, and by no limit', () => {
  expect(found.texts.sort()).toEqual(textIsRead)
})

test('whom a limit is about is no text that was put together', () => {
  expect(found.ids).toEqual([])
})
