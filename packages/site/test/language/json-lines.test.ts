import { expect, test } from 'bun:test'
import { z } from 'zod'
import { Failure } from '../../src/language/failure.ts'
import { readJsonLines } from '../../src/language/json-lines.ts'

const form = z.object({ id: z.string(), at: z.object({ page: z.number() }).optional() })
const file = { fileName: 'images.jsonl', required: 'id' }

/** The ids of a file that comes in pieces of this size, and the refusal that ends it. */
async function idsOf(text: string, pieceBytes = 7): Promise<string[]> {
  const bytes = new TextEncoder().encode(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const ids: string[] = []
  try {
    for await (const { id } of readJsonLines(pieces(), form, file)) ids.push(id)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'BAD_REQUEST') throw error
    ids.push(error.message)
  }
  return ids
}

const noObject = (line: number) => `Line ${line} of images.jsonl is no JSON object with the field "id".`

test.each([
  ['', []],
  ['{"id":"a"}', ['a']],
  ['{"id":"a"}\n', ['a']],
  ['{"id":"a"}\r\n\n  \n{"id":"猫","more":1}\n', ['a', '猫']],
  ['{"id":"a"}\n\nno\n{"id":"b"}', ['a', noObject(3)]],
  ['[]', [noObject(1)]],
  ['{"id":"a"', [noObject(1)]],
  ['{"id":1}', ['Line 1 of images.jsonl: the field "id" can not be read.']],
  ['\n{"id":"a","at":{"page":"x"}}', ['Line 2 of images.jsonl: the field "at.page" can not be read.']],
])('the lines of %j are read, or the first wrong one is told', async (text, ids) => {
  for (const pieceBytes of [1, 7, 10_000]) expect(await idsOf(text, pieceBytes)).toEqual(ids)
})

test('a line may have sixteen million characters, and not one more', async () => {
  const line = (length: number) => `{"id":"${'a'.repeat(length - 9)}"}`
  const [whole] = await idsOf(line(16_000_000), 2 ** 22)
  expect(whole).toHaveLength(16_000_000 - 9)
  expect(await idsOf(line(16_000_001), 2 ** 22)).toEqual([
    'images.jsonl has a line of more than 16000000 characters.',
  ])
})
