import { existsSync } from 'node:fs'
import type { Proof } from '../proof/proof.ts'
import { requirePrograms } from '../services/packages.ts'
import { proveAbortedDisk, proveFailingSync, proveFullDisk, proveReadOnlyBlobs } from './disk-states.ts'
import { proveExpiryCuts } from './expiry-cuts.ts'
import { proveFilledByUploads } from './filled-by-uploads.ts'
import { proveGuestCut } from './guest-cut.ts'
import { proveLinkCuts } from './link-cuts.ts'
import type { Filesystem } from './loop-disk.ts'
import { proveFailingDiskAndDamage, proveFullToTheEnd, proveRestoredByRoot } from './night.ts'
import { proveCutsAreReal, provePowerCuts } from './power-cuts.ts'
import { proveSyscallFaults } from './syscall-faults.ts'

const cuts = { short: 4, long: 100 }
const fewerCuts = { short: 2, long: 25 }

const cutsSurvived = (filesystem: Filesystem): Proof => ({
  name: `power cuts on ${filesystem}`,
  async run(form) {
    const figures = await provePowerCuts(filesystem, cuts[form])
    const { acknowledged, unanswered, lost } = figures
    return `${cuts[form]} cuts, ${acknowledged} acknowledged, ${lost} lost, ${unanswered} unanswered and sent again`
  },
})

const cutsReal = (filesystem: Filesystem): Proof => ({
  name: `without syncs, power cuts lose data on ${filesystem}`,
  async run() {
    const { lost, acknowledged } = await proveCutsAreReal(filesystem, await withoutSync())
    return `${lost} of ${acknowledged} acknowledged lost`
  },
})

/** What a server is started with whose syncs do nothing. */
async function withoutSync(): Promise<Record<string, string>> {
  const names = [`${process.arch === 'x64' ? 'x86_64' : 'aarch64'}-linux-gnu`, '.']
  const library = names.map((name) => `/usr/lib/${name}/libeatmydata.so`).find(existsSync)
  if (library !== undefined) return { LD_PRELOAD: library }
  await requirePrograms({ [`/usr/lib/${names[0]}/libeatmydata.so`]: 'libeatmydata1' })
  return withoutSync()
}

export const durabilityProofs: readonly Proof[] = [
  cutsReal('ext4'),
  cutsReal('xfs'),
  cutsSurvived('ext4'),
  cutsSurvived('xfs'),
  {
    name: 'power cuts under changes of links',
    async run(form) {
      const { acknowledged, unanswered, made } = await proveLinkCuts('ext4', fewerCuts[form])
      return `${fewerCuts[form]} cuts, ${acknowledged} acknowledged, 0 lost; ${unanswered} unanswered, ${made} of them made, and none by half`
    },
  },
  {
    name: 'power cuts while images end',
    async run(form) {
      const figures = await proveExpiryCuts('ext4', fewerCuts[form])
      const { ended, stayed, unanswered, collections } = figures
      return `${fewerCuts[form]} cuts, ${collections} collections, ${unanswered} unanswered; ${ended} images ended and gone, ${stayed} uploads to stay, 0 lost`
    },
  },
  { name: 'power cut under 200 guests', run: proveGuestCut },
  { name: 'full disk', run: proveFullDisk },
  { name: 'disk that uploads have filled', run: proveFilledByUploads },
  { name: 'disk that is full to the end', run: proveFullToTheEnd },
  { name: 'backup that root has restored', run: proveRestoredByRoot },
  { name: 'failing disk and damaged rows', run: proveFailingDiskAndDamage },
  { name: 'read-only disk', run: proveReadOnlyBlobs },
  { name: 'file system that gave up', run: proveAbortedDisk },
  { name: 'failing fsync', run: proveFailingSync },
  {
    name: 'faults at each system call of an upload',
    async run(form) {
      const figures = await proveSyscallFaults({ share: form === 'long' ? 1 : 0.2 })
      const { failed, killed, met, acknowledged } = figures
      return `${failed} failed calls and ${killed} kills, ${met} of them met; ${acknowledged} acknowledged, 0 lost`
    },
  },
]
