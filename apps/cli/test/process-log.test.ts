import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { bashLine } from './command.ts'
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

test('where the journal reads standard error, each line has its priority; a child with another one writes none', async () => {
  await using folder = await temporaryFolder()
  const script = `
    import { fstatSync } from 'node:fs'
    import { withProcessLog } from ${logModule}
    const { dev, ino } = fstatSync(2)
    const stream = process.argv[1] === 'journal' ? dev + ':' + ino : '8:1'
    await withProcessLog(null, async (log) => {
      log.info({}, 'a'); log.warn({}, 'b'); log.error({}, 'c')
    }, stream)`
  for (const [reader, priorities] of [
    ['journal', ['<6>', '<4>', '<3>']],
    ['file', ['', '', '']],
  ] as const) {
    const child = Bun.spawn([process.execPath, '-e', script, reader], { cwd: folder.path, stderr: 'pipe' })
    const lines = (await new Response(child.stderr).text()).trimEnd().split('\n')
    expect(lines.map((line) => line.slice(0, line.indexOf('{')))).toEqual([...priorities])
  }
})

test('where the journal reads standard error, a failed start has the priority of errors, in each line', async () => {
  const line = 'JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2) exec "$0" serve'
  const { err } = await bashLine(line, { PICTOGLYPH_UNKNOWN: '1' })
  expect(
    err
      .trimEnd()
      .split('\n')
      .map((one) => one.slice(0, 3)),
  ).toEqual(['<3>', '<3>'])
})

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
