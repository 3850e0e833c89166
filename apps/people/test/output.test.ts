import { expect, test } from 'bun:test'
import { join } from 'node:path'

const program = `
  import { createOutput } from ${JSON.stringify(join(import.meta.dir, '../src/output.ts'))}
  createOutput(false).list(Array.from({ length: 800_000 }, (_, n) => ({ n })), ['n'])
`

test('a table may have any number of lines', async () => {
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'ignore', stderr: 'pipe' })
  const [err, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  expect({ code, err }).toEqual({ code: 0, err: '' })
}, 30_000)
