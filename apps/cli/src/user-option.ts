import { type Command, Option } from 'commander'

/** The option that names a user. */
export const userOption = (help: string): Option => new Option('--user <name>', help)

/** Adds the option, and hidden its former name `--owner`, which scripts use. */
export function addUserOption(command: Command, option: Option): Command {
  return command
    .addOption(option)
    .addOption(new Option('--owner <name>').hideHelp())
    .on('option:owner', (name: string) => command.setOptionValue('user', name))
}
