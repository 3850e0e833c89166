import { describe, expect, test } from 'bun:test'
import { closeSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandIsolation, isolateNetworkClient } from '../../src/isolation/bubblewrap.ts'
import { refusedCalls } from '../../src/isolation/seccomp.ts'
import { isolateWorkers } from '../../src/worker-process.ts'
import { noIsolation } from './isolation-here.ts'

const isRoot = process.getuid?.() === 0
/** As root, the tests also run as a user without rights. */
const callers: [who: string, before: string[]][] = []
// e2e/house/left-out.ts reports that these are left out.
if (noIsolation === undefined) callers.push(['the user of the tests', []])
if (isRoot && noIsolation === undefined) {
  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  callers.push(['nobody', [...whereOthersMayEnter(), ...asNobody]])
}

/** Command prefix that opens this checkout to other users, even below a folder that only root may enter. */
function whereOthersMayEnter(): string[] {
  const checkout = join(import.meta.dir, '../../../..')
  const above = checkout.split('/').map((_, depth, names) => names.slice(0, depth + 1).join('/') || '/')
  const closed = above.find((folder) => (statSync(folder).mode & 0o001) === 0)
  if (closed === undefined) return []
  const opened = ['--dir', checkout, '--ro-bind', checkout, checkout]
  return ['bwrap', '--dev-bind', '/', '/', '--tmpfs', closed, ...opened, '--cap-add', 'ALL', '--']
}

/** Runs a command in isolation and returns its output. */
async function run(
  commandIsolation: CommandIsolation,
  command: string[],
  before: string[] = [],
): Promise<string> {
  const filter = commandIsolation.openFilter?.()
  const child = Bun.spawn([...before, ...commandIsolation.command, ...command], {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe', ...(filter === undefined ? [] : [filter])],
  })
  if (filter !== undefined) closeSync(filter)
  const [output, errors] = await Promise.all([
    Bun.readableStreamToText(child.stdout),
    Bun.readableStreamToText(child.stderr),
  ])
  await child.exited
  return output + errors
}

/** Tries something in a process of the runtime, as a hijacked decoder would. */
function attempt(script: string): string[] {
  return [process.execPath, '-e', `try { ${script} } catch (error) { console.log('refused', error.code) }`]
}

describe.each(callers)('a decoder that was taken over, started by %s', (_, before) => {
  const tried = (script: string) => run(isolateWorkers(), attempt(script), before)

  test('sees no data, no settings and no home', async () => {
    const seen = await tried("console.log(require('fs').readdirSync('/').sort().join(' '))")
    // The isolated process sees the program's own files, wherever they are.
    const own = import.meta.dir.split('/')[1]
    const hidden = ['home', 'root', 'var', 'srv'].filter((folder) => folder !== own)
    for (const folder of hidden) expect(seen.trim().split(' ')).not.toContain(folder)
    for (const path of [`${import.meta.dir}/bubblewrap.test.ts`, '/etc/passwd', '/var/lib', '/root']) {
      expect(await tried(`require('fs').statSync(${JSON.stringify(path)}); console.log('seen')`)).toBe(
        'refused ENOENT\n',
      )
    }
  })

  test('sees no other process', async () => {
    const pids = "require('fs').readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))"
    expect(await tried(`console.log(${pids}.length <= 2)`)).toBe('true\n')
  })

  test('opens no socket', async () => {
    const connecting = `
      const { promise, resolve } = Promise.withResolvers()
      const socket = require('net').connect(9, '127.0.0.1')
      socket.on('error', (error) => { console.log('refused', error.code); resolve() })
      socket.on('connect', () => { console.log('connected'); resolve() })
      await promise`
    expect(await tried(connecting)).toStartWith('refused')
  })

  test('writes nowhere but in its own empty folder', async () => {
    const writing = (path: string) =>
      `require('fs').writeFileSync(${JSON.stringify(path)}, ''); console.log('written')`
    expect(await tried(writing('/tmp/own'))).toBe('written\n')
    for (const path of ['/usr/lib/x', `${import.meta.dir}/x`, `${process.execPath}x`]) {
      expect(await tried(writing(path))).toStartWith('refused')
    }
  })

  test('fills no more than its own folder, writes no large file, and starts no process', async () => {
    const filling = `
      const fs = require('fs')
      const chunk = Buffer.alloc(8 * 1024 * 1024)
      let written = 0
      for (let file = 0; file < 16; file++) { fs.writeFileSync('/tmp/' + file, chunk); written += chunk.length }
      console.log('filled', written)`
    expect(await tried(filling)).toBe('refused ENOSPC\n')
    const limits = await tried("console.log(require('fs').readFileSync('/proc/self/limits', 'utf8'))")
    expect(limits).toMatch(/^Max file size +67108864 /m)
    expect(limits).toMatch(/^Max processes +512 /m)
    expect(await tried("require('child_process').execSync('true'); console.log('started')")).not.toInclude(
      'started',
    )
    expect(await run(isolateWorkers(), ['/bin/sh', '-c', 'true & echo $!'], before)).toInclude('fork')
  })

  test('is refused each of the calls that its filter names', async () => {
    const refusals = `
      const { dlopen } = require('bun:ffi')
      const { symbols } = dlopen('libc.so.6', {
        syscall: { args: ['i64', 'i64', 'i64', 'i64', 'i64', 'i64'], returns: 'i64' },
        __errno_location: { args: [], returns: 'ptr' },
      })
      const { read } = require('bun:ffi')
      const let_through = []
      for (const [name, number] of Object.entries(JSON.parse(process.argv[1]))) {
        const answer = symbols.syscall(number, -1, -1, -1, -1, -1)
        if (answer !== -1n || read.i32(symbols.__errno_location(), 0) !== 1) let_through.push(name)
      }
      console.log(JSON.stringify(let_through))`
    const column = process.arch === 'arm64' ? 1 : 0
    const numbers = Object.entries(refusedCalls).flatMap(([name, numbers]) => {
      const number = numbers[column]
      return number === undefined ? [] : [[name, number] as const]
    })
    expect(numbers.map(([name]) => name)).toContain('open_tree_attr')
    const calls = JSON.stringify(Object.fromEntries(numbers))
    expect(await run(isolateWorkers(), [process.execPath, '-e', refusals, calls], before)).toBe('[]\n')
  })

  test('has no capability, no way to a new one, and a filter of its calls', async () => {
    const status = await tried("console.log(require('fs').readFileSync('/proc/self/status', 'utf8'))")
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect(status).toMatch(/^CapBnd:\s+0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    expect(status).toMatch(/^Seccomp:\s+2$/m)
  })

  test('makes no name space of its own', async () => {
    expect(await run(isolateWorkers(), ['/usr/bin/unshare', '--user', 'true'], before)).toInclude(
      'not permitted',
    )
  })
})

if (noIsolation === undefined) {
  test('a command that reaches a service sees what it needs, and neither the data nor other processes', async () => {
    const data = mkdtempSync(join(tmpdir(), 'data-'))
    try {
      writeFileSync(join(data, 'secret'), 'PlantedSecret')
      const say = `ls ${data}; ls /usr/bin/env; ls -d /proc/[0-9]* | wc -l; touch /usr/client-${process.pid}`
      const said = await run(isolateNetworkClient([data]), ['/bin/sh', '-c', say])
      expect(said).not.toInclude('secret')
      expect(said).toInclude('/usr/bin/env')
      expect(said).toMatch(/^[1-4]$/m)
      expect(said).toInclude('Read-only file system')
    } finally {
      rmSync(data, { recursive: true })
    }
  })
}
