import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Base, debianWith, reachPackages, shell } from './debian.ts'

/** By it, the machine reaches the servers of packages through this one. */
const world = `10.78.${process.pid % 250}`
/** What the guide installs is in the kept Debian too, so that its lines find it there. And a server for `ssh`. */
export const machineBase: Base = {
  name: 'guide',
  packages: [
    ...[
      'systemd',
      'systemd-sysv',
      'dbus',
      'iproute2',
      'iptables',
      'procps',
      'curl',
      'ca-certificates',
      'sudo',
    ],
    ...['bubblewrap', 'nginx', 'fail2ban', 'nftables', 'python3-systemd', 'openssl'],
  ],
}
const ofAnyRelease = ['certbot', 'python3-certbot-nginx', 'openssh-server']
/** The others have an older Node, in place of which the guide takes NodeSource's. */
const withNode = ['trixie']

/** Debian with systemd as process 1, in name spaces of its own. */
export interface Machine extends AsyncDisposable {
  readonly root: string
  /** Its address, and a command prefix that runs in a network name space from which that address is reached. */
  readonly address: string
  readonly fromOutside: readonly string[]
  /** Runs lines of a shell there as root. @throws {Error} with what they print if they fail */
  run(lines: string): Promise<string>
  reboot(): Promise<void>
}

/** Boots a fresh Debian of a release such as `bookworm`, with further packages. Needs root on Debian. */
export async function startMachine(release: string, further: readonly string[] = []): Promise<Machine> {
  await using opened = new AsyncDisposableStack()
  const made = await debianOfTheGuide(release, further)
  const root = await mkdtemp('/var/tmp/pictoglyph-machine-')
  opened.defer(() => rm(root, { recursive: true, force: true }))
  await shell(['cp', '-a', `${made}/.`, root])
  const name = `pg${process.pid}`
  await Bun.write(join(root, 'etc/hostname'), `${name}\n`)
  await appendFile(join(root, 'etc/hosts'), `127.0.0.1 localhost ${name}\n::1 localhost\n`)

  await reachPackages(root, '/root')
  const outside = `${name}out`
  await Bun.write('/proc/sys/net/ipv4/ip_forward', '1')
  const translation = ['POSTROUTING', '-s', `${world}.0/30`, '-j', 'MASQUERADE']
  await shell(['iptables', '-t', 'nat', '-A', ...translation])
  opened.defer(async () => void (await shell(['iptables', '-t', 'nat', '-D', ...translation])))
  await shell(['ip', 'netns', 'add', outside])
  opened.defer(async () => void (await shell(['ip', 'netns', 'del', outside])))
  let running = await boot(root, name, outside)
  opened.defer(() => running.end())
  const held = opened.move()
  return {
    root,
    address: '10.77.0.1',
    fromOutside: ['ip', 'netns', 'exec', outside],
    run: (lines) => running.run(lines),
    async reboot() {
      await running.end()
      running = await boot(root, name, outside)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function debianOfTheGuide(release: string, further: readonly string[]): Promise<string> {
  const hasNode = withNode.includes(release)
  const wanted = [...ofAnyRelease, ...(hasNode ? ['nodejs', 'npm'] : []), ...further]
  return debianWith(release, wanted, {
    base: machineBase,
    async finish(draft) {
      if (!hasNode) await shell([join(import.meta.dir, 'node-package'), draft])
    },
  })
}

async function boot(root: string, name: string, outside: string) {
  const process1 = Bun.spawn([join(import.meta.dir, 'boot'), root, name], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const pid = await childOf(process1.pid)
  const enter = ['nsenter', '-t', pid, '-m', '-u', '-i', '-n', '-p', '-C', '-r', '-w', '--']
  const clean = [
    'env',
    '-i',
    'HOME=/root',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ]
  const run = (lines: string) => shell([...enter, ...clean, 'bash', '-euo', 'pipefail', '-c', lines])
  await until(() => run('(systemctl is-system-running || true) | grep -E "running|degraded"'))
  await shell(['ip', 'link', 'add', `${name}a`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid])
  await shell(['ip', 'link', 'set', `${name}a`, 'netns', outside])
  await shell(['ip', '-n', outside, 'addr', 'add', '10.77.0.2/24', 'dev', `${name}a`])
  await shell(['ip', '-n', outside, 'link', 'set', `${name}a`, 'up'])
  await shell(['ip', '-n', outside, 'link', 'set', 'lo', 'up'])
  await run('ip addr add 10.77.0.1/24 dev eth0; ip link set eth0 up')
  await shell(['ip', 'link', 'add', `${name}w`, 'type', 'veth', 'peer', 'name', 'world', 'netns', pid])
  await shell(['ip', 'addr', 'add', `${world}.1/30`, 'dev', `${name}w`])
  await shell(['ip', 'link', 'set', `${name}w`, 'up'])
  await run(`ip addr add ${world}.2/30 dev world; ip link set world up; ip route add default via ${world}.1`)
  return {
    run,
    async end() {
      // Its process 1 ends by itself; the call that tells it so may end with it.
      await run('systemctl poweroff').catch(() => '')
      await Promise.race([process1.exited, Bun.sleep(20_000)])
      process1.kill('SIGKILL')
      await process1.exited
    },
  }
}

async function childOf(parent: number): Promise<string> {
  let found = ''
  await until(async () => {
    found = (await shell(['pgrep', '-P', String(parent), '-x', 'systemd|init'])).trim()
  })
  return found
}

/** Tries again for half a minute. */
async function until(work: () => Promise<unknown>): Promise<void> {
  for (const deadlineMs = performance.now() + 30_000; ; await Bun.sleep(200)) {
    try {
      await work()
      return
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
    }
  }
}
