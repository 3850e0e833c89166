import { crc32 } from 'node:zlib'

/** A file of an archive. */
export interface ZipEntry {
  /** Unique, with its extension. */
  name: string
  sizeBytes: number
  changedAtMs: number
  /** Opens it at its beginning; called twice. */
  open: () => Promise<ReadableStream<Uint8Array>>
}

/*
 * APPNOTE.TXT 6.3.10. Files are stored uncompressed, as images don't shrink further. Sizes and offsets have 64 bits for
 * every file, so that an archive may have any size; every reader of this century reads that.
 */
const versionNeeded = 45
const utf8Names = 0x0800
const localHeaderBytes = 30
const centralHeaderBytes = 46
const localExtraBytes = 20
const centralExtraBytes = 28
const endBytes = 56 + 20 + 22
const in64Bits = 0xffff_ffff

/** Streams the archive. Each file is read in turn: once for its checksum, and once to send it. */
export function zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): ReadableStream<Uint8Array> {
  const parts = zipParts(entries)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

async function* zipParts(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array, undefined> {
  const directory: Uint8Array[] = []
  let at = 0
  for await (const entry of entries) {
    const checksum = await checksumOf(entry)
    const header = localHeader(entry, checksum)
    directory.push(centralHeader(entry, checksum, at))
    yield header
    yield* await entry.open()
    at += header.length + entry.sizeBytes
  }
  yield* directory
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0)
  yield end({ entries: directory.length, at, directoryBytes })
}

async function checksumOf({ open }: ZipEntry): Promise<number> {
  let checksum = 0
  for await (const chunk of await open()) checksum = crc32(chunk, checksum)
  return checksum
}

/** Writes the part that both headers of a file share, from `version needed` on. */
function writeCommon(header: Buffer, start: number, entry: ZipEntry, checksum: number): void {
  const { date, time } = dosTime(entry.changedAtMs)
  header.writeUInt16LE(versionNeeded, start)
  header.writeUInt16LE(utf8Names, start + 2)
  header.writeUInt16LE(time, start + 6)
  header.writeUInt16LE(date, start + 8)
  header.writeUInt32LE(checksum, start + 10)
  header.writeUInt32LE(in64Bits, start + 14)
  header.writeUInt32LE(in64Bits, start + 18)
  header.writeUInt16LE(Buffer.byteLength(entry.name), start + 22)
}

function localHeader(entry: ZipEntry, checksum: number): Buffer {
  const header = Buffer.alloc(localHeaderBytes)
  header.writeUInt32LE(0x0403_4b50, 0)
  writeCommon(header, 4, entry, checksum)
  header.writeUInt16LE(localExtraBytes, 28)
  const extra = Buffer.alloc(localExtraBytes)
  writeExtra(extra, [entry.sizeBytes, entry.sizeBytes])
  return Buffer.concat([header, Buffer.from(entry.name), extra])
}

function centralHeader(entry: ZipEntry, checksum: number, at: number): Buffer {
  const header = Buffer.alloc(centralHeaderBytes)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(versionNeeded, 4)
  writeCommon(header, 6, entry, checksum)
  header.writeUInt16LE(centralExtraBytes, 30)
  header.writeUInt32LE(in64Bits, 42)
  const extra = Buffer.alloc(centralExtraBytes)
  writeExtra(extra, [entry.sizeBytes, entry.sizeBytes, at])
  return Buffer.concat([header, Buffer.from(entry.name), extra])
}

function writeExtra(extra: Buffer, numbers: readonly number[]): void {
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(8 * numbers.length, 2)
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index)
}

function end(of: { entries: number; at: number; directoryBytes: number }): Buffer {
  const record = Buffer.alloc(endBytes)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(versionNeeded, 12)
  record.writeUInt16LE(versionNeeded, 14)
  record.writeBigUInt64LE(BigInt(of.entries), 24)
  record.writeBigUInt64LE(BigInt(of.entries), 32)
  record.writeBigUInt64LE(BigInt(of.directoryBytes), 40)
  record.writeBigUInt64LE(BigInt(of.at), 48)
  record.writeUInt32LE(0x0706_4b50, 56)
  record.writeBigUInt64LE(BigInt(of.at + of.directoryBytes), 64)
  record.writeUInt32LE(1, 72)
  record.writeUInt32LE(0x0605_4b50, 76)
  record.writeUInt16LE(0xffff, 84)
  record.writeUInt16LE(0xffff, 86)
  record.writeUInt32LE(in64Bits, 88)
  record.writeUInt32LE(in64Bits, 92)
  return record
}

/** A time in DOS format: UTC in steps of two seconds, from 1980 on. */
function dosTime(atMs: number): { date: number; time: number } {
  const at = new Date(atMs)
  const year = Math.max(at.getUTCFullYear() - 1980, 0)
  return {
    date: (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}
