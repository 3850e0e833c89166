import { expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { noIsolation } from '../../../packages/renditions/test/isolation/isolation-here.ts'
import { pictoglyph, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A server's variables on a machine that does not let bubblewrap work. */
async function forbidden(folder: string): Promise<Record<string, string>> {
  const programs = join(folder, 'programs')
  await mkdir(programs)
  const lines = ['#!/bin/sh', 'echo "bwrap: No permissions to create new namespace" >&2', 'exit 1']
  await writeFile(join(programs, 'bwrap'), lines.join('\n'), { mode: 0o755 })
  return {
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    PICTOGLYPH_DATA_DIR: join(folder, 'data'),
    PICTOGLYPH_IMAGES_PORT: '0',
    PICTOGLYPH_SERVICES: 'images',
  }
}

async function detailsOf(address: string): Promise<unknown> {
  const answer = await fetch(new URL('readyz', address))
  return (await answer.json()).data.details
}

const kinds = [
  ['bubblewrap', 'renditions are made in isolation', {}],
  ['none', 'renditions are made without isolation', forbidden],
] as const

test.each(kinds.filter(([kind]) => kind === 'none' || noIsolation === undefined))(
  'the isolation that is %s is told in the log and by readiness',
  async (kind, message, variables) => {
    await using folder = await temporaryFolder()
    const own = typeof variables === 'function' ? await variables(folder.path) : variables
    const usual = {
      PICTOGLYPH_DATA_DIR: join(folder.path, 'data'),
      PICTOGLYPH_IMAGES_PORT: '0',
      PICTOGLYPH_SERVICES: 'images',
    }
    await using server = startPictoglyph({ ...usual, ...own }, ['serve'])
    const address = await server.printed(/images +(http\S+)/)
    expect(await server.logged(message)).toMatchObject({ kind })
    expect(await detailsOf(address)).toEqual({ renditions: { kind: 'sharp' }, isolation: { kind } })
  },
)

test.each(['1', '2'])(
  '%s processes that need isolation do not start without it, and make no site',
  async (processes) => {
    await using folder = await temporaryFolder()
    const variables = await forbidden(folder.path)
    const { code, err } = await pictoglyph(
      {
        ...variables,
        PICTOGLYPH_ISOLATION: 'required',
        PICTOGLYPH_PROCESSES: processes,
        PICTOGLYPH_IMAGES_PORT: '1',
      },
      ['serve'],
    )
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('PICTOGLYPH_ISOLATION: is required, and does not work here'),
    ])
    expect(err).toInclude('No permissions to create new namespace')
    expect(await Bun.file(join(folder.path, 'data/pictoglyph.db')).exists()).toBe(false)
  },
)
