import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type {
  BlobAddress,
  BlobListing,
  BlobStore,
  ByteRange,
  OpenBlob,
  StagedFile,
} from '../src/blobs/blob-store.ts'
import { Failure } from '../src/language/failure.ts'

/** Larger than any file that a store keeps in memory. */
const largeBytes = 5_000_000

/** An empty store, and ways for a test to change it from outside. */
export interface BlobStoreUnderTest extends AsyncDisposable {
  store: BlobStore
  /** A second store over the same blobs, as another process would have it. */
  replica: BlobStore
  /** Replaces the bytes kept under an address, as a failing disk would. */
  damage(address: BlobAddress, bytes: Uint8Array): Promise<void>
  /** How many files the staging area of `store` holds. */
  countStaged(): Promise<number>
}

/**
 * Holds an implementation of `BlobStore` to the laws of the port.
 * @param options.runs random blobs to try
 */
export function blobStoreConformance(
  name: string,
  make: () => Promise<BlobStoreUnderTest>,
  { runs = 40 }: { runs?: number } = {},
): void {
  describe(`${name}: the laws of a blob store`, () => {
    test('what is put is read back, whole and in every range', async () => {
      await using subject = await make()
      const { store, replica } = subject
      const sizeBytes = fc.oneof(
        { weight: 4, arbitrary: fc.nat({ max: 300 }) },
        { weight: 3, arbitrary: fc.nat({ max: 300_000 }) },
        { weight: 1, arbitrary: fc.nat({ max: 5_000_000 }) },
        fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 1_048_576, 5 * 1_048_576),
      )
      const property = fc.asyncProperty(
        sizeBytes,
        fc.nat(),
        fc.integer({ min: 1, max: 400_000 }),
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        async (size, seed, chunkBytes, cuts) => {
          const bytes = randomBytes(size, seed)
          const address = await putBytes(store, bytes, Math.max(chunkBytes, Math.ceil(size / 100)))
          expect(await replica.stat(address)).toEqual({ sizeBytes: size })
          expectSame(await readAll(await replica.open(address)), bytes)
          const [start, end] = cuts.map((cut) => Math.round(cut * size)).sort((a, b) => a - b) as [
            number,
            number,
          ]
          expectSame(
            await readAll(await store.open(address, { range: { start, end } })),
            bytes.subarray(start, end),
          )
        },
      )
      await fc.assert(property, { numRuns: runs })
      expect(await subject.countStaged()).toBe(0)
    }, 60_000)

    test('a staged file reads back what was written, before and after it is put', async () => {
      await using subject = await make()
      for (const sizeBytes of [150_000, 5_000_000]) {
        const bytes = randomBytes(sizeBytes, sizeBytes)
        await using staged = await stageBytes(subject.store, bytes, 40_000)
        expect(staged.sizeBytes).toBe(sizeBytes)
        const expectReadable = () => {
          expectSame(staged.read(0, 10), bytes.subarray(0, 10))
          expectSame(staged.read(65_530, 20), bytes.subarray(65_530, 65_550))
          expectSame(staged.read(sizeBytes - 10, 100), bytes.subarray(sizeBytes - 10))
          expect(staged.read(sizeBytes, 10)).toBeEmpty()
          expect(staged.read(sizeBytes + 1, 10)).toBeEmpty()
        }
        expectReadable()
        await subject.store.put(staged, addressOf(bytes))
        expectReadable()
      }
    })

    test('what is announced of a file decides nothing but where it is received', async () => {
      await using subject = await make()
      for (const [announcedBytes, sizeBytes] of [
        [0, 3_000_000],
        [3_000_000, 0],
        [3_000_000, 10],
        [10_000_000, 4_000_000],
        [Number.POSITIVE_INFINITY, 100],
      ] as const) {
        const bytes = randomBytes(sizeBytes, 300)
        await using staged = await subject.store.stage(announcedBytes)
        for (let at = 0; at < sizeBytes; at += 700_000) await staged.write(bytes.subarray(at, at + 700_000))
        expectSame(staged.read(0, sizeBytes), bytes)
        await subject.store.put(staged, addressOf(bytes))
        expectSame(await readAll(await subject.replica.open(addressOf(bytes))), bytes)
      }
      expect(await subject.countStaged()).toBe(0)
    })

    test('a small file is on no disk before it is put, and one that is refused never is', async () => {
      await using subject = await make()
      await using refused = await stageBytes(subject.store, randomBytes(200_000, 21))
      await using kept = await stageBytes(subject.store, randomBytes(200_000, 22))
      expect(refused.sizeBytes).toBe(200_000)
      expect(await subject.countStaged()).toBe(0)
      await subject.store.put(kept, addressOf(randomBytes(200_000, 22)))
      expect(await subject.countStaged()).toBe(0)
    })

    test('a staged file that is never put leaves nothing behind', async () => {
      await using subject = await make()
      const staged = await stageBytes(subject.store, randomBytes(largeBytes, 2))
      expect(await subject.countStaged()).toBe(1)
      await staged[Symbol.asyncDispose]()
      await staged[Symbol.asyncDispose]()
      expect(await subject.countStaged()).toBe(0)
      expect(await listAll(subject.store)).toBeEmpty()
    })

    test('readers see all of a blob or nothing of it while it is put and put again', async () => {
      await using subject = await make()
      const bytes = randomBytes(3_000_000, 3)
      const address = addressOf(bytes)
      let isPut = false
      const writer = (async () => {
        for (let round = 0; round < 4; round++) {
          await putBytes(subject.store, bytes)
          isPut = true
        }
      })()
      const reader = async (store: BlobStore) => {
        let seen = 0
        while (!isPut || seen < 4) {
          const found = await (isPut ? store.open(address) : openIfThere(store, address))
          if (found === undefined) await Bun.sleep(0)
          else expectSame(await readAll(found), bytes)
          seen += found === undefined ? 0 : 1
        }
        return seen
      }
      const [seenByOne, seenByOther] = await Promise.all([
        reader(subject.store),
        reader(subject.replica),
        writer,
      ])
      expect(Math.min(seenByOne, seenByOther)).toBeGreaterThan(0)
    })

    test('the same bytes put by many at once are one blob', async () => {
      await using subject = await make()
      const bytes = randomBytes(200_000, 4)
      const stores = [subject.store, subject.replica]
      await Promise.all(Array.from({ length: 16 }, (_, turn) => putBytes(stores[turn % 2]!, bytes)))
      expect(await listAll(subject.store)).toMatchObject([{ address: addressOf(bytes), sizeBytes: 200_000 }])
      expectSame(await readAll(await subject.replica.open(addressOf(bytes))), bytes)
      expect(await subject.countStaged()).toBe(0)
    })

    test('many files received at once, in turns, are each what was sent', async () => {
      await using subject = await make()
      const files = Array.from({ length: 40 }, (_, index) =>
        randomBytes(600_000 + index * 20_011, 200 + index),
      )
      await using staging = new AsyncDisposableStack()
      const staged = await Promise.all(files.map(async () => staging.use(await subject.store.stage())))
      for (let at = 0; at < 1_500_000; at += 150_000) {
        await Promise.all(
          staged.map((file, index) => {
            const part = files[index]!.subarray(at, at + 150_000)
            return part.length > 0 ? file.write(part) : undefined
          }),
        )
      }
      await Promise.all(staged.map((file, index) => subject.store.put(file, addressOf(files[index]!))))
      for (const bytes of files) {
        expectSame(await readAll(await subject.replica.open(addressOf(bytes))), bytes)
      }
    })

    test('a staged file can be put again, also when its blob was removed meanwhile', async () => {
      await using subject = await make()
      const bytes = randomBytes(700_000, 5)
      const address = addressOf(bytes)
      await using staged = await stageBytes(subject.store, bytes)
      await subject.store.put(staged, address)
      await subject.store.put(staged, address)
      await subject.replica.remove(address)
      expect(await subject.store.stat(address)).toBeUndefined()
      await subject.store.put(staged, address)
      expectSame(await readAll(await subject.replica.open(address)), bytes)
    })

    test('putting the same bytes heals a blob that was damaged', async () => {
      await using subject = await make()
      const bytes = randomBytes(100_000, 6)
      const flipped = bytes.slice()
      flipped[50_000] = flipped[50_000]! ^ 1
      for (const damaged of [flipped, bytes.subarray(0, 99_999), new Uint8Array()]) {
        const address = await putBytes(subject.store, bytes)
        await subject.damage(address, damaged)
        await putBytes(subject.store, bytes)
        expect(await subject.replica.stat(address)).toEqual({ sizeBytes: bytes.length })
        expectSame(await readAll(await subject.replica.open(address)), bytes)
      }
    })

    test('a put that fails leaves nothing, and the same bytes can be put after it', async () => {
      await using subject = await make()
      const bytes = randomBytes(100_000, 7)
      const staged = await stageBytes(subject.store, bytes)
      await staged[Symbol.asyncDispose]()
      expect(await codeOf(subject.store.put(staged, addressOf(bytes)))).toBe('STORAGE_FAILED')
      expect(await codeOf((async () => staged.read(0, 10))())).toBe('STORAGE_FAILED')
      expect(await codeOf(staged.write(bytes))).toBe('STORAGE_FAILED')
      expect(await subject.store.stat(addressOf(bytes))).toBeUndefined()
      expect(await listAll(subject.store)).toBeEmpty()
      await putBytes(subject.store, bytes)
      expectSame(await readAll(await subject.store.open(addressOf(bytes))), bytes)
    })

    test('what is not there is missing, and removing it is no error', async () => {
      await using subject = await make()
      const address = addressOf(randomBytes(10, 8))
      expect(await subject.store.stat(address)).toBeUndefined()
      expect(await codeOf(subject.store.open(address))).toBe('BLOB_MISSING')
      expect(await subject.store.remove(address)).toBe('settled')
    })

    test('of another size than it is known to have, a blob is as good as missing, whole and in ranges', async () => {
      await using subject = await make()
      const bytes = randomBytes(24_463, 17)
      const address = await putBytes(subject.store, bytes)
      const sizeBytes = bytes.length
      const ranges = [
        undefined,
        { start: 0, end: 10 },
        { start: 24_458, end: sizeBytes },
        { start: 7, end: 7 },
      ]
      const outcomes = () =>
        Promise.all(
          ranges.map((range) => codeOf(readOpened(subject.store.open(address, { range, sizeBytes })))),
        )
      expect(await outcomes()).toEqual([undefined, undefined, undefined, undefined])
      for (const damaged of [bytes.subarray(0, 5_000), randomBytes(30_000, 18), new Uint8Array()]) {
        await subject.damage(address, damaged)
        expect(await outcomes()).toEqual(ranges.map(() => 'BLOB_MISSING'))
        expectSame(await readAll(await subject.store.open(address)), damaged)
      }
    })

    test('a removed blob is gone for everyone, and only that one', async () => {
      await using subject = await make()
      const [gone, kept] = [randomBytes(5_000, 9), randomBytes(5_000, 10)]
      await Promise.all([putBytes(subject.store, gone), putBytes(subject.store, kept)])
      const mayNotTryAgain = () => false
      expect(await subject.store.remove(addressOf(gone), mayNotTryAgain)).toBe('settled')
      expect(await subject.store.remove(addressOf(gone))).toBe('settled')
      expect(await codeOf(subject.replica.open(addressOf(gone)))).toBe('BLOB_MISSING')
      expect(await listAll(subject.replica)).toMatchObject([{ address: addressOf(kept) }])
    })

    test('the list holds each blob once, in the order of addresses, with its size and time', async () => {
      await using subject = await make()
      const startedAtMs = Date.now()
      const blobs = Array.from({ length: 60 }, (_, index) => randomBytes(index * 7, 100 + index))
      await Promise.all(blobs.map((bytes) => putBytes(subject.store, bytes)))
      await using unfinished = await stageBytes(subject.store, randomBytes(100, 11))
      const listed = await listAll(subject.replica)
      const expected = blobs.map((bytes) => ({ address: addressOf(bytes), sizeBytes: bytes.length }))
      expected.sort((a, b) => (a.address < b.address ? -1 : 1))
      expect(listed.map(({ address, sizeBytes }) => ({ address, sizeBytes }))).toEqual(expected)
      const toleranceMs = 5_000
      for (const { modifiedAtMs } of listed) {
        expect(modifiedAtMs).toBeGreaterThan(startedAtMs - toleranceMs)
        expect(modifiedAtMs).toBeLessThan(Date.now() + toleranceMs)
      }
      expect(unfinished.sizeBytes).toBe(100)
    })

    test('clearing the staging area removes what was left there and no blob', async () => {
      await using subject = await make()
      const kept = await putBytes(subject.store, randomBytes(10, 12))
      const left = await Promise.all(
        [1, 2, 3].map((seed) => stageBytes(subject.store, randomBytes(largeBytes, seed))),
      )
      expect(await subject.store.clearStaging()).toBe(3)
      expect(await subject.countStaged()).toBe(0)
      expect(await subject.store.clearStaging()).toBe(0)
      await Promise.all(left.map((staged) => staged[Symbol.asyncDispose]()))
      expect(await listAll(subject.store)).toMatchObject([{ address: kept }])
    })

    test('clearing what was written before a time leaves uploads under way alone', async () => {
      await using subject = await make()
      const earlierMs = Date.now() - 60_000
      const bytes = randomBytes(largeBytes, 13)
      await using staged = await stageBytes(subject.store, bytes)
      expect(await subject.replica.clearStaging(earlierMs)).toBe(0)
      await subject.store.put(staged, addressOf(bytes))
      expectSame(await readAll(await subject.store.open(addressOf(bytes))), bytes)
    })

    test('has no owner until it is claimed, and then the same for everyone, and no blob more', async () => {
      await using subject = await make()
      const { store, replica } = subject
      expect(await store.owner()).toBeUndefined()
      expect(await store.claim('first-site')).toBe('first-site')
      expect(await replica.owner()).toBe('first-site')
      expect(await replica.claim('other-site')).toBe('first-site')
      expect(await store.claim('first-site')).toBe('first-site')
      expect(await listAll(store)).toBeEmpty()
      const bytes = randomBytes(10, 14)
      expectSame(await readAll(await replica.open(await putBytes(store, bytes))), bytes)
    })

    test('of several that claim it at once, one owns it, and all know which', async () => {
      await using subject = await make()
      const claims = Array.from({ length: 8 }, (_, site) =>
        (site % 2 === 0 ? subject.store : subject.replica).claim(`site-${site}`),
      )
      const owners = new Set(await Promise.all(claims))
      expect(owners.size).toBe(1)
      expect(owners).toContain((await subject.store.owner())!)
    })

    test('is healthy, and checking leaves nothing behind', async () => {
      await using subject = await make()
      await Promise.all([subject.store.checkHealth(), subject.store.checkHealth()])
      expect(await subject.countStaged()).toBe(0)
      expect(await listAll(subject.store)).toBeEmpty()
    })
  })
}

/** The content address of some bytes. */
export function addressOf(bytes: Uint8Array): BlobAddress {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

/** Bytes that look random and are the same for the same seed. */
export function randomBytes(sizeBytes: number, seed: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(sizeBytes / 4))
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1
  for (let index = 0; index < words.length; index++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[index] = state
  }
  return new Uint8Array(words.buffer, 0, sizeBytes)
}

/** Receives bytes as an upload would. */
export async function stageBytes(
  store: BlobStore,
  bytes: Uint8Array,
  chunkBytes = 64 * 1024,
): Promise<StagedFile> {
  await using cleanup = new AsyncDisposableStack()
  const staged = cleanup.use(await store.stage())
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    await staged.write(bytes.subarray(offset, offset + chunkBytes))
  }
  cleanup.move()
  return staged
}

/** Stages bytes and puts them under their address. */
export async function putBytes(
  store: BlobStore,
  bytes: Uint8Array,
  chunkBytes?: number,
): Promise<BlobAddress> {
  await using staged = await stageBytes(store, bytes, chunkBytes)
  await store.put(staged, addressOf(bytes))
  return addressOf(bytes)
}

/** All bytes of an opened blob. */
export function readAll({ body }: OpenBlob): Promise<Uint8Array> {
  return new Response(body).bytes()
}

/** The blob or a part of it, or undefined if it is missing. */
async function openIfThere(
  store: BlobStore,
  address: BlobAddress,
  range?: ByteRange,
): Promise<OpenBlob | undefined> {
  try {
    return await store.open(address, range && { range })
  } catch (error) {
    if (error instanceof Failure && error.code === 'BLOB_MISSING') return undefined
    throw error
  }
}

/** The whole list of a store. */
export function listAll(store: BlobStore): Promise<BlobListing[]> {
  return Array.fromAsync(store.list())
}

/** Whoever opens a blob reads it, or its answer would go on waiting. */
async function readOpened(opening: Promise<OpenBlob>): Promise<Uint8Array> {
  return readAll(await opening)
}

/** Asks until the store is healthy: a failure is kept for a second. */
export async function untilHealthy(store: Pick<BlobStore, 'checkHealth'>): Promise<void> {
  for (;;) {
    try {
      return await store.checkHealth()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome !== undefined && !(outcome instanceof Failure)) throw outcome
  return outcome?.code
}

/** By digest, because comparing large arrays with `toEqual` is slow. */
function expectSame(actual: Uint8Array, expected: Uint8Array): void {
  expect({ sizeBytes: actual.length, address: addressOf(actual) }).toEqual({
    sizeBytes: expected.length,
    address: addressOf(expected),
  })
}
