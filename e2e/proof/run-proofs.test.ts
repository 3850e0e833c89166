import { expect, test } from 'bun:test'
import { join } from 'node:path'

const program = join(import.meta.dir, '../proof.ts')

test.each(['no-such-promise', '--no-such-option'])(
  '%s proves nothing, and is answered with the promises there are',
  async (word) => {
    const child = Bun.spawn([process.execPath, program, word], { stdout: 'pipe', stderr: 'pipe' })
    const [printed, told, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    expect([code, printed]).toEqual([1, ''])
    expect(told).toContain('--short')
    expect(told).toContain('power')
  },
)
