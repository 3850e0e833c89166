import { expect, test } from 'bun:test'
import { createProgram } from '../../apps/cli/src/program.ts'
import { createClientProgram } from '../../apps/people/src/program.ts'
import { codeBlocks, document, documents } from './markdown.ts'

type Command = Awaited<ReturnType<typeof createProgram>>

const program = await createProgram({})
const client = await createClientProgram({})

/** Every command with its long options, but for those that all of them have. */
function commandsOf(parent: Command, words: readonly string[] = []): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const command of parent.commands) {
    const path = [...words, command.name()]
    for (const [name, options] of commandsOf(command, path)) found.set(name, options)
    if (command.commands.length === 0) found.set(path.join(' '), optionsOf(command))
  }
  return found
}

const optionsOf = ({ options }: Command): string[] =>
  options
    .filter(({ hidden }) => !hidden)
    .map(({ long }) => long ?? '')
    .filter((long) => long !== '--json')
    .toSorted()

/** The commands of the page's list, whose entries begin at the edge and may name several at once. */
async function toldCommands(): Promise<Map<string, string[]>> {
  const list = codeBlocks(await document('docs/reference/command.md')).find(
    ({ language }) => language === 'text',
  )
  const told = new Map<string, string[]>()
  for (const entry of (list?.code ?? '').trim().split(/\n+(?=\S)/)) {
    const [, noun = '', verbs = ''] = /^([a-z]+)(?: ([a-z][a-z|-]*)(?= |$))?/m.exec(entry) ?? []
    const options = (entry.match(/--[a-z0-9-]+/g) ?? []).toSorted()
    for (const verb of verbs.split('|')) told.set(`${noun} ${verb}`.trim(), options)
  }
  return told
}

test('the page of the command has every command with all its options, and no other', async () => {
  expect(Object.fromEntries(await toldCommands())).toEqual(Object.fromEntries(commandsOf(program)))
})

test('every command that a document shows exists, with the options that it is shown with', async () => {
  const server = commandsOf(program)
  const people = commandsOf(client)
  const nouns = new Set(program.commands.map((command) => command.name()))
  const wrong: string[] = []
  for (const { path, text } of await documents()) {
    for (const [line, name, noun = '', verb = ''] of text.matchAll(
      /(?:npx|sudo|exec console|exec pictoglyph) (pictoglyph(?:-client)?) ([a-z]+)(?: ([a-z][a-z-]*))?[^`\n|]*/g,
    )) {
      const known = name === 'pictoglyph' ? server : people
      const options = known.get(`${noun} ${verb}`) ?? known.get(noun)
      const shown = (line.match(/ --[a-z0-9-]+/g) ?? []).map((option) => option.trim())
      const unknown = shown.filter((option) => !['--json', '--help', ...(options ?? [])].includes(option))
      if (unknown.length > 0 || (options === undefined && (known === people || !nouns.has(noun))))
        wrong.push(`${path}: ${line}`)
    }
  }
  expect(wrong).toEqual([])
})

test('documents run the commands for people by the client, which needs no server', async () => {
  const isForPeople = new RegExp(
    `npx pictoglyph (?:${client.commands.map((one) => one.name()).join('|')})\\b`,
  )
  const wrong = (await documents()).filter(({ text }) => isForPeople.test(text))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('`npx pictoglyph` stands only in pages that say in which folder', async () => {
  const silent = (await documents())
    .filter(
      ({ path, text }) =>
        /npx pictoglyph(?!-)/.test(text.replaceAll('`npx pictoglyph`', '')) && path !== 'CHANGELOG.md',
    )
    .filter(({ text }) => !/in (?:the same|the program's) folder|the folder of this repository/.test(text))
  expect(silent.map(({ path }) => path)).toEqual([])
})
