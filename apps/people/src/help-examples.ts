import type { Command } from 'commander'
import { repository } from '../package.json' with { type: 'json' }

/** For each command, a working example without the program's name, and the page that explains it. */
export type HelpExamples = Readonly<Record<string, readonly [example: string, page: string]>>

export const peopleExamples: HelpExamples = {
  upload: ['upload "shots/*.png" --category general --format markdown', 'docs/guide/uploading.md'],
  rehost: ['rehost content/ --static static --dry-run', 'docs/guide/documents.md'],
  client: ['client sharex --category general > Pictoglyph.sxcu', 'docs/guide/newcomers.md'],
  mcp: ['mcp --url https://img.example.org --root ~/screenshots', 'docs/guide/agents.md'],
  encode: ['encode --preset aesgcm --key-file key.txt < letter.txt', 'docs/guide/text.md'],
  decode: ['decode --key-file key.txt < cipher.txt', 'docs/guide/text.md'],
  completion: ['completion bash', 'docs/guide/uploading.md'],
}

/** Adds examples and pages to the help of their commands. */
export function addExamples(program: Command, examples: HelpExamples): void {
  const name = program.name()
  const visit = (command: Command, words: readonly string[]): void => {
    for (const part of command.commands) visit(part, [...words, part.name()])
    const [example, page] = examples[words.join(' ')] ?? []
    if (example === undefined) return
    command.addHelpText('after', `\nExample:\n  $ ${name} ${example}\n\nMore: ${page} of ${repository}`)
  }
  visit(program, [])
}
