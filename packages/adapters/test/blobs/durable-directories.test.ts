import { expect, test } from 'bun:test'
import { createDirectorySync, makeDurableDirectory } from '../../src/blobs/durable-write.ts'

test('a folder that no attempt can make, as one of /proc, is refused instead of being tried for ever', async () => {
  await expect(makeDurableDirectory('/proc/nothing/blobs', createDirectorySync())).rejects.toThrow('ENOENT')
})
