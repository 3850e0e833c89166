import type { Command } from 'commander'
import type { HelpExamples } from './help-examples.ts'
import { throwUsageErrors } from './usage-errors.ts'

/** For the name of each command a function that loads its module, in the order of the help. */
export type CommandLoaders<Context> = Readonly<Record<string, () => Promise<(context: Context) => Command[]>>>

/**
 * Adds the command that `words` begin with to a program. Adds all commands, with their examples, if there is none of
 * that name or help is wanted.
 */
export async function fillProgram<Context>(
  program: Command,
  words: readonly string[],
  parts: { loaders: CommandLoaders<Context>; context: Context; examples: () => Promise<HelpExamples> },
): Promise<void> {
  const { loaders, context, examples } = parts
  const [name = ''] = words
  const wantsHelp = words.includes('--help') || words.includes('-h')
  const named = !wantsHelp && Object.hasOwn(loaders, name) ? loaders[name] : undefined
  const loads = named === undefined ? Object.values(loaders) : [named]
  // Several names may have one module.
  const makers = new Set(await Promise.all(loads.map((load) => load())))
  for (const make of makers) for (const command of make(context)) program.addCommand(command)
  if (named === undefined) {
    const { completionCommand } = await import('./commands/completion.ts')
    program.addCommand(completionCommand(program))
    const { addExamples } = await import('./help-examples.ts')
    addExamples(program, await examples())
  }
  throwUsageErrors(program)
}
