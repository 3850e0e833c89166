import { expect, test } from 'bun:test'
import { Failure } from '@pictoglyph/site/language/failure'
import { receiveFile } from '@pictoglyph/site/upload/receive'
import { pngOf } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

const unfinished = async (site: Awaited<ReturnType<typeof openSite>>) => (await site.kept()).unfinished

test('a file takes quota from its first byte on, until it is disposed of', async () => {
  await using site = await openSite()
  {
    await using receiver = receiveFile(site.ports, { limitBytes: 1_000 })
    expect(await unfinished(site)).toBe(0)
    expect(receiver.finish()).toBeUndefined()
    await receiver.write(pngOf(1))
    expect(await unfinished(site)).toBe(1)
  }
  expect(await unfinished(site)).toBe(0)
})

test('a file is refused at the first byte over the limit, or counted on and kept up to the limit', async () => {
  await using site = await openSite()
  const bytes = pngOf(1)
  const [head, last] = [bytes.subarray(0, -1), bytes.subarray(-1)]
  const limitBytes = head.length
  await using refusing = receiveFile(site.ports, { limitBytes })
  await refusing.write(head)
  const refused = await refusing.write(last).catch((error: unknown) => error)
  expect(refused instanceof Failure && refused.facts).toEqual({ code: 'TOO_LARGE', limitBytes })

  await using counting = receiveFile(site.ports, { limitBytes, beyondLimit: 'count' })
  await counting.write(head)
  await counting.write(last)
  const file = counting.finish()
  expect(file).toMatchObject({ sizeBytes: bytes.length, content: { facts: { complete: true } } })
  expect(file?.sha256).toBe(new Bun.SHA256().update(bytes).digest('hex'))
  expect(file?.staged.sizeBytes).toBe(limitBytes)
})
