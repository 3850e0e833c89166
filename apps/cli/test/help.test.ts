import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createClientProgram } from 'pictoglyph-client/program'
import { serverExamples } from '../src/help-examples.ts'
import { createProgram } from '../src/program.ts'
import { bashLine, pictoglyph } from './command.ts'
import { leavesOf } from './command-table.ts'

const root = join(import.meta.dir, '../../..')
const leaves = leavesOf(await createProgram({})).map(({ words }) => words.join(' '))

test('every command has an example and a page, and no other has', () => {
  expect(Object.keys(serverExamples).toSorted()).toEqual(leaves.toSorted())
})

test('every page exists, and every example has options that its command has', async () => {
  for (const [words, [example, page]] of Object.entries(serverExamples)) {
    expect([page, await Bun.file(join(root, page)).exists()]).toEqual([page, true])
    expect(example).toStartWith(words)
    const command = words
      .split(' ')
      .reduce(
        (parent, word) => parent.commands.find((part) => part.name() === word) ?? parent,
        await createProgram({}),
      )
    const known = command.options.map(({ long }) => long)
    for (const [option] of example.matchAll(/(?<=\s)--[a-z-]+/g)) expect(known).toContain(option)
  }
})

test('--help shows the example and the page', async () => {
  const { out } = await pictoglyph({}, ['key', 'create', '--help'])
  expect(out).toContain('Example:\n  $ pictoglyph key create --user ann')
  expect(out).toContain('More: docs/guide/newcomers.md of https://')
})

/** What bash offers behind some words. */
async function completed(words: string): Promise<string[]> {
  const line = `source <("$0" completion bash); COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _pictoglyph; printf '%s\\n' "\${COMPREPLY[@]}"`
  return (await bashLine(line)).out.split('\n').filter((word) => word !== '')
}

test('bash completes commands, their parts, options and choices', async () => {
  expect(await completed('pictoglyph re')).toEqual(['rehost', 'restore'])
  expect(await completed('pictoglyph user ad')).toEqual(['add'])
  expect(await completed('pictoglyph user add --pass')).toEqual(['--password-stdin'])
  expect(await completed('pictoglyph completion p')).toEqual(['powershell'])
})

test.each(['bash', 'zsh', 'fish', 'powershell'] as const)(
  'the script for %s names every command',
  async (shell) => {
    const { out } = await pictoglyph({}, ['completion', shell])
    for (const { words } of leavesOf(await createClientProgram({}))) expect(out).toContain(words.join(' '))
    expect(out).toContain('--password-stdin'.slice(shell === 'fish' ? 2 : 0))
  },
)
