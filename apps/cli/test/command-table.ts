import type { Command } from 'commander'

/** A command that does something, with a word for each of its arguments and required options. */
interface Leaf {
  words: string[]
  args: string[]
}

/** Every command of a program, from its table. */
export function leavesOf(program: Command, argument = 'nothing'): Leaf[] {
  const walk = (command: Command, words: string[]): Leaf[] =>
    command.commands.length > 0
      ? command.commands.flatMap((part) => walk(part, [...words, part.name()]))
      : [{ words, args: argsOf(command, argument) }]
  return walk(program, [])
}

function argsOf({ registeredArguments, options }: Command, argument: string): string[] {
  const needed = options.filter(({ mandatory }) => mandatory)
  return [
    ...registeredArguments.map(({ argChoices = [argument] }) => argChoices[0] ?? argument),
    ...needed.flatMap(({ long }) => [long ?? '', argument]),
  ]
}
