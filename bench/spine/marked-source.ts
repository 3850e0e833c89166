import { type AnyNode, parse } from 'acorn'
import { full } from 'acorn-walk'

const transpilerOf = (loader: 'ts' | 'tsx') =>
  new Bun.Transpiler({
    loader,
    target: 'bun',
    autoImportJSX: true,
    deadCodeElimination: false,
    inline: false,
    tsconfig: JSON.stringify({ compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'hono/jsx' } }),
  })

const ts = transpilerOf('ts')
const tsx = transpilerOf('tsx')

/** A change of the text: an insertion before or behind a node. */
interface Insertion {
  at: number
  text: string
  isEnd: boolean
}

/**
 * A source file as JavaScript that calls `mark(path)` where a function begins, and where one goes on after an
 * `await`, a `yield` or a step of `for await`.
 * @param marks the module that exports `mark(path, value)`, which gives the value
 */
export function markedSource(source: string, path: string, marks: string): string {
  const code = (path.endsWith('x') ? tsx : ts).transformSync(source)
  const insertions: Insertion[] = []
  const name = JSON.stringify(path)

  const begin = (at: number): void => void insertions.push({ at, text: `;__mark(${name});`, isEnd: false })
  function wrap({ start, end }: AnyNode): void {
    insertions.push({ at: start, text: `__mark(${name}, (`, isEnd: false })
    insertions.push({ at: end, text: '))', isEnd: true })
  }

  full(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    const one = node as AnyNode
    switch (one.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if (one.body.type === 'BlockStatement') begin(one.body.start + 1)
        else wrap(one.body)
        break
      case 'AwaitExpression':
      case 'YieldExpression':
        wrap(one)
        break
      case 'ForOfStatement':
        if (one.await && one.body.type === 'BlockStatement') begin(one.body.start + 1)
    }
  })
  return `${applied(code, insertions)}\nimport { mark as __mark } from ${JSON.stringify(marks)}\n`
}

/** What stands inside comes last in the list: it begins later and ends sooner. */
function applied(code: string, insertions: readonly Insertion[]): string {
  const inOrder = [
    ...insertions.filter(({ isEnd }) => isEnd),
    ...insertions.filter(({ isEnd }) => !isEnd).reverse(),
  ].toSorted((a, b) => a.at - b.at)
  let written = ''
  let from = 0
  for (const { at, text } of inOrder) {
    written += code.slice(from, at) + text
    from = at
  }
  return written + code.slice(from)
}
