import { expect, test } from 'bun:test'
import { join } from 'node:path'

const deploy = join(import.meta.dir, '../../deploy')
const read = (name: string): Promise<string> => Bun.file(join(deploy, name)).text()

/** What bubblewrap calls, and what nobody in the server has to. */
const needed = ['clone', 'unshare', 'mount', 'umount2', 'pivot_root', 'prctl']
const unneeded = [
  'io_uring_setup',
  'userfaultfd',
  'keyctl',
  'bpf',
  'ptrace',
  'init_module',
  'kexec_load',
  'reboot',
  'perf_event_open',
]

test('the unit and the container allow what isolation needs, and the same system calls', async () => {
  const unit = await read('pictoglyph.service')
  expect(unit).toContain('\nRestrictNamespaces=user mnt pid net ipc uts cgroup\n')
  expect(unit).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m)
  expect(unit).toContain('\nSystemCallFilter=@system-service @mount\n')
  expect(unit).not.toMatch(/^(?:Protect(?:Hostname|KernelLogs|KernelTunables)|RestrictSUIDSGID)=/m)

  const { defaultAction, syscalls } = JSON.parse(await read('seccomp.json')) as {
    defaultAction: string
    syscalls: { names: string[]; action: string }[]
  }
  expect(defaultAction).toBe('SCMP_ACT_ERRNO')
  expect(syscalls.map(({ action }) => action)).toEqual(['SCMP_ACT_ALLOW', 'SCMP_ACT_ALLOW'])
  const allowed = syscalls.flatMap(({ names }) => names)
  expect(needed.filter((name) => !allowed.includes(name))).toEqual([])
  expect(unneeded.filter((name) => allowed.includes(name))).toEqual([])

  expect(await read('Dockerfile')).toMatch(/apt-get install .*\bbubblewrap\b/)
  expect(await read('compose.yaml')).toContain('seccomp=./seccomp.json')
})
