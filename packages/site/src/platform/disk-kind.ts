import { statfsSync } from 'node:fs'
import { conflict, type Failure } from '../language/failure.ts'
import { message } from '../language/message.ts'

/** Disks on other machines or in user space, by the file system number of `statfs`(2). */
const otherKinds: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x0bd00bd0, 'Lustre'],
])

/** The kind of the disk below an existing folder, if SQLite can't rely on it. */
export function diskKindOf(folder: string): string | undefined {
  return otherKinds.get(statfsSync(folder).type >>> 0)
}

/** The refusal of a disk on which processes can't share memory, as SQLite needs. */
export function needsLocalDisk(folder: string): Failure {
  return conflict(
    message(
      'SQLite needs a local disk, and {folder} is on one of another kind ({kind}): move it to a disk of this machine, or use PostgreSQL',
      { folder, kind: diskKindOf(folder) ?? `0x${statfsSync(folder).type.toString(16)}` },
    ),
  )
}
