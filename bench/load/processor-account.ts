/** The processor time of a command and of all processes that it starts (Linux). */
import { mkdir, readdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ticksPerSecond } from '../text/processor-time.ts'

/**
 * An account of processor time, in the program and in the system together. Ended processes count too.
 *
 * With a cgroup of its own it is exact. Without, it is the sum of `/proc/PID/stat` over the running processes and the
 * ended ones that a parent waited for, in ticks of 10 ms; a process whose parent ended before it is missing.
 */
interface ProcessorAccount extends AsyncDisposable {
  kind: 'cgroup v2' | 'cgroup v1' | 'proc'
  /** The same command, charged to this account. It keeps the process id of its start. */
  charged(command: readonly string[]): string[]
  /** @param pid the process of the command that was started */
  spentMs(pid: number): Promise<number>
}

/** Opens an account in a new cgroup; without a right to make one, an account from `/proc`. Disposing removes it. */
export async function openProcessorAccount(): Promise<ProcessorAccount> {
  const hierarchies = await mountedHierarchies()
  for (const { kind, parent } of hierarchies) {
    const path = join(parent, `pictoglyph-bench-${process.pid}-${performance.now().toFixed(0)}`)
    const isMade = await mkdir(path).then(
      () => true,
      () => false,
    )
    if (!isMade) continue
    if (await canEnter(path)) return cgroupAccount(kind, path)
    await rmdir(path)
  }
  return {
    kind: 'proc',
    charged: (command) => [...command],
    spentMs: async (pid) => (await ticksOfTree(pid)) * (1000 / ticksPerSecond),
    async [Symbol.asyncDispose]() {},
  }
}

type CgroupKind = Exclude<ProcessorAccount['kind'], 'proc'>

/** This process's own group in each mounted hierarchy that counts processor time, version 2 first. */
async function mountedHierarchies(): Promise<{ kind: CgroupKind; parent: string }[]> {
  const [mounts, groups] = await Promise.all(
    ['/proc/mounts', '/proc/self/cgroup'].map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  const own = new Map<CgroupKind, string>()
  for (const line of groups?.split('\n') ?? []) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (path === undefined) continue
    if (controllers === '') own.set('cgroup v2', path)
    else if (controllers?.split(',').includes('cpuacct')) own.set('cgroup v1', path)
  }
  const found: { kind: CgroupKind; parent: string }[] = []
  for (const line of mounts?.split('\n') ?? []) {
    const [, mountPoint = '', type, options = ''] = line.split(' ')
    const isV1 = type === 'cgroup' && options.split(',').includes('cpuacct')
    const kind = type === 'cgroup2' ? 'cgroup v2' : isV1 ? 'cgroup v1' : undefined
    const path = kind && own.get(kind)
    if (kind !== undefined && path !== undefined) found.push({ kind, parent: join(mountPoint, path) })
  }
  return found.sort((a, b) => b.kind.localeCompare(a.kind))
}

function enter(path: string, command: readonly string[]): string[] {
  return ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', join(path, 'cgroup.procs'), ...command]
}

async function canEnter(path: string): Promise<boolean> {
  return (await Bun.spawn(enter(path, ['true']), { stderr: 'ignore' }).exited) === 0
}

function cgroupAccount(kind: CgroupKind, path: string): ProcessorAccount {
  return {
    kind,
    charged: (command) => enter(path, command),
    spentMs: () => (kind === 'cgroup v2' ? spentMsOfV2(path) : spentMsOfV1(path)),
    [Symbol.asyncDispose]: () => removeGroup(path),
  }
}

async function spentMsOfV2(path: string): Promise<number> {
  const usage = /^usage_usec (\d+)$/m.exec(await readFile(join(path, 'cpu.stat'), 'utf8'))?.[1]
  if (usage === undefined) throw new Error(`${path} has no processor time`)
  return Number(usage) / 1e3
}

async function spentMsOfV1(path: string): Promise<number> {
  return Number(await readFile(join(path, 'cpuacct.usage'), 'utf8')) / 1e6
}

const removalPauseMs = 50
const removalAttempts = 100

/** Processes that are killed leave their group only a moment later. */
async function removeGroup(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rmdir(path)
    } catch (error) {
      if (attempt === removalAttempts) throw error
      await Bun.sleep(removalPauseMs)
    }
  }
}

/** Ticks of a process, of what it waited for, and of its running descendants. */
async function ticksOfTree(root: number): Promise<number> {
  const processes = new Map<number, { parent: number; ticks: number }>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
    if (stat === undefined) continue
    // Fields as proc_pid_stat(5) numbers them: the parent is the fourth, times are the fourteenth to seventeenth.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, time) => sum + time, 0)
    processes.set(Number(name), { parent: fields[1] ?? 0, ticks })
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (processes.has(pid) && isBelow(processes.get(pid)!.parent))
  return [...processes].reduce((sum, [pid, { ticks }]) => sum + (isBelow(pid) ? ticks : 0), 0)
}
