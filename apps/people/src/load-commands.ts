import type { Command } from 'commander'

/** For the name of each command a function that loads its module, in the order of the help. */
export type CommandLoaders<Context> = Readonly<Record<string, () => Promise<(context: Context) => Command[]>>>

/** Makes the command of that name. Of any other name, such as that of an option, it makes all, for the help. */
export async function loadCommands<Context>(
  loaders: CommandLoaders<Context>,
  context: Context,
  name = '',
): Promise<Command[]> {
  const named = Object.hasOwn(loaders, name) ? loaders[name] : undefined
  const loads = named === undefined ? Object.values(loaders) : [named]
  // Several names may have one module.
  const makers = new Set(await Promise.all(loads.map((load) => load())))
  return [...makers].flatMap((make) => make(context))
}
