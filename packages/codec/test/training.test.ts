import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packByModel, unpackByModel } from '../src/packing/model-packing.ts'
import { loadModel } from '../src/packing/packing.ts'
import type { Corpus } from '../training/corpus.ts'
import { makeTable } from '../training/make-table.ts'
import { sourceHashes } from '../training/source-hashes.ts'
import { sources } from '../training/sources.ts'

const size = { listedUnits: 600, exchangeRate: 2 }

function corpusOf(texts: readonly string[]): Corpus {
  const units = Uint16Array.from(`\n${texts.join('\n')}\n`, (character) => character.charCodeAt(0))
  return { units, weights: new Float32Array(units.length).fill(1) }
}

test('a table is the same for the same corpus, and texts like it are packed shorter than without it', () => {
  const everyday = readFileSync(join(import.meta.dir, '../training/everyday/en.txt'), 'utf8').split('\n')
  const texts = [...everyday, ...everyday, ...everyday, ...everyday, ...everyday, ...everyday]
  const table = makeTable(corpusOf(texts), size)
  expect(makeTable(corpusOf(texts), size)).toEqual(table)
  const empty = makeTable(corpusOf(['']), size)
  const text = 'let me know if you need anything'
  const packed = packByModel(loadModel(table), text)!
  expect(unpackByModel(loadModel(table), packed)).toBe(text)
  expect(packed.length).toBeLessThan((2 / 3) * packByModel(loadModel(empty), text)!.length)
})

test('every source has its hash and its row in the table of sources', () => {
  const readme = readFileSync(join(import.meta.dir, '../training/README.md'), 'utf8')
  const folders = new Set(sources.map(({ folder }) => folder).filter((folder) => folder !== 'everyday'))
  expect([...folders].sort()).toEqual(Object.keys(sourceHashes).sort())
  for (const folder of folders) {
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${folder}\``))
    expect(row).toContain(sourceHashes[folder]!.slice(0, 16))
  }
})

test('every file of everyday texts is read', () => {
  const named = sources.filter(({ folder }) => folder === 'everyday').map(({ files }) => files!)
  for (const file of readdirSync(join(import.meta.dir, '../training/everyday')))
    expect(named.some((pattern) => pattern.test(file))).toBeTrue()
})
