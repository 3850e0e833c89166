import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

const logModule = JSON.stringify(join(import.meta.dir, '../src/serve/process-log.ts'))

/** Writes so many lines, and then has an error that nothing handles. */
const program = (lines: number, fail: string) => `
  import { withProcessLog } from ${logModule}
  await withProcessLog({ worker: 3 }, (log) => {
    for (let n = 0; n < ${lines}; n++) log.info({ n }, 'before')
    ${fail}
    setInterval(() => {}, 1_000)
    return new Promise(() => {})
  })
`

const failures = {
  'an error that nothing handles': `queueMicrotask(() => { throw new Error('unforeseen') })`,
  'a rejection that nothing handles': `void Promise.reject(new Error('unforeseen'))`,
}

async function run(lines: number, fail: string, standardError: string) {
  await using folder = await temporaryFolder()
  const shell = `mkfifo unread; exec 9<>unread; exec "$0" -e "$1" ${standardError}`
  const child = Bun.spawn(['bash', '-c', shell, process.execPath, program(lines, fail)], {
    cwd: folder.path,
    stderr: 'pipe',
  })
  return { err: await new Response(child.stderr).text(), code: await child.exited }
}

for (const [what, fail] of Object.entries(failures)) {
  test(`${what} is the last line of the log, and ends the process with 1`, async () => {
    const { err, code } = await run(2, fail, '')
    const lines = err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toEqual([
      'before',
      'before',
      'the process ends: an error that nothing handles',
    ])
    expect(lines[2]).toMatchObject({ level: 'error', worker: 3, error: { message: 'unforeseen' } })
    expect(code).toBe(1)
  })

  test(`${what} ends the process also while no one reads the log`, async () => {
    expect(await run(5_000, fail, '2>&9')).toEqual({ err: '', code: 1 })
  })
}
