import { expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeBlocks, document } from '../house/markdown.ts'
import { shell } from './debian.ts'
import type { Machine } from './machine.ts'

const address = 'http://pictoglyph.localhost:8082'

/** Signs in to the console from another machine, through the tunnel that the guide opens. */
export async function signInByTunnel(
  machine: Machine,
  { name, password }: { name: string; password: string },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tunnel-'))
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
  const key = join(folder, 'key')
  await shell(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key])
  const known = (await Bun.file(`${key}.pub`).text()).trim()
  await machine.run(`install -d -m 700 ~/.ssh; echo '${known}' > ~/.ssh/authorized_keys; systemctl start ssh`)
  const config = [
    'Host SERVER',
    `HostName ${machine.address}`,
    'User root',
    `IdentityFile ${key}`,
    'StrictHostKeyChecking no',
    `UserKnownHostsFile ${folder}/known`,
  ]
  await Bun.write(join(folder, 'config'), config.join('\n'))
  const blocks = codeBlocks(await document('docs/guide/server.md'))
  const line = blocks.find(({ code }) => code.startsWith('ssh '))?.code
  const own = `ssh() { command ssh -F ${folder}/config "$@"; }`
  const tunnel = Bun.spawn([...machine.fromOutside, 'bash', '-c', `${own}\n${line}`], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  try {
    const ask = (...rest: string[]) =>
      shell([
        ...machine.fromOutside,
        ...['curl', '-sS', '-m', '20', '-b', join(folder, 'jar'), '-c', join(folder, 'jar')],
        ...['--retry', '30', '--retry-delay', '1', '--retry-all-errors'],
        ...['--resolve', 'pictoglyph.localhost:8082:127.0.0.1', `${address}/sign-in`, ...rest],
      ])
    const csrf = /name="csrf" value="([^"]+)"/.exec(await ask())?.[1]
    const fields = [`csrf=${csrf}`, `name=${name}`, `password=${password}`]
    const form = fields.flatMap((field) => ['--data-urlencode', field])
    // What browsers say of a form of the same page; `pictoglyph.localhost` need not be the console's own address.
    const status = ['-o', '/dev/null', '-w', '%{http_code}', '-H', 'Sec-Fetch-Site: same-origin']
    expect(await ask(...status, ...form)).toBe('303')
  } finally {
    tunnel.kill()
    await tunnel.exited
  }
}
