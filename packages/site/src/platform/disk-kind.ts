import { statfsSync } from 'node:fs'
import { conflict, type Failure } from '../language/failure.ts'
import { message } from '../language/message.ts'

/** Kinds of disks that are not of this machine, or pass through a program, by the number of `statfs`(2). */
const otherKinds: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  1702057286: 'FUSE',
  16914839: '9p',
  12805120: 'Ceph',
  1397113167: 'AFS',
  198183888: 'Lustre',
}

/** The kind of the disk of a folder that is there, if it is none that SQLite can rely on. */
export function diskKindOf(folder: string): string | undefined {
  return otherKinds[statfsSync(folder).type >>> 0]
}

/** The refusal of a disk on which processes can't share memory, as SQLite's do. */
export function needsLocalDisk(folder: string): Failure {
  return conflict(
    message(
      'SQLite needs a local disk, and {folder} is on one of another kind ({kind}): move it to a disk of this machine, or use PostgreSQL',
      { folder, kind: diskKindOf(folder) ?? '?' },
    ),
  )
}
