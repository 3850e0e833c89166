import { addUser, commandActor, findUser, type Role, setUserDisabled } from '@pictoglyph/core'
import { Command, Option } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'
import { readPassword } from '../password-input.ts'

export function userCommands(context: CommandContext): Command[] {
  const user = new Command('user').description('The people who sign in and own images.')

  user
    .command('add <name>')
    .description('Adds a user. The password is read from standard input; without one it is generated.')
    .addOption(
      new Option('--role <role>', 'what the user may do').choices(['admin', 'member']).default('member'),
    )
    .option('--json', 'print JSON')
    .action(async (name: string, options: { role: Role; json?: boolean }) => {
      const output = context.output(options.json)
      const password = await readPassword()
      const added = await withSite(context, ({ ports }) =>
        addUser(ports, commandActor, {
          name,
          role: options.role,
          ...(password !== undefined && { password }),
        }),
      )
      const { generatedPassword } = added
      if (generatedPassword !== null) output.remark('The password was generated. It is shown only this once.')
      output.created({
        id: added.user.id,
        ...(generatedPassword !== null && { password: generatedPassword }),
      })
    })

  user
    .command('list')
    .description('Lists the users.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const users = await withSite(context, ({ ports }) => ports.database.users.list())
      const rows = users.map(({ id, name, role, createdAtMs, disabledAtMs, quotaBytes }) => ({
        id,
        name,
        role,
        disabled: disabledAtMs !== null,
        quotaBytes,
        createdAt: new Date(createdAtMs).toISOString(),
      }))
      context.output(options.json).list(rows, ['id', 'name', 'role', 'disabled', 'createdAt'])
    })

  for (const [verb, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    user
      .command(`${verb} <name>`)
      .description(
        disabled ? "Stops a user and the user's keys; images stay." : 'Lets a disabled user in again.',
      )
      .option('--json', 'print JSON')
      .action(async (name: string, options: { json?: boolean }) => {
        await withSite(context, async ({ ports }) => {
          await setUserDisabled(ports, commandActor, await findUser(ports, name), disabled)
        })
        context.output(options.json).done(`The user "${name}" is ${verb}d.`, { name, disabled })
      })
  }
  return [user]
}
