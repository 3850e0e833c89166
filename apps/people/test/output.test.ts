import { expect, test } from 'bun:test'
import { join } from 'node:path'

const program = `
  import { createOutput } from ${JSON.stringify(join(import.meta.dir, '../src/output.ts'))}
  createOutput(false).list(Array.from({ length: 800_000 }, (_, n) => ({ n })), ['n'])
`

test('a table may have any number of lines', async () => {
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const lines = out.split('\n')
  expect([lines.length, lines[0], lines[1], lines.at(-2)]).toEqual([800_002, 'N', '0', '799999'])
}, 30_000)
