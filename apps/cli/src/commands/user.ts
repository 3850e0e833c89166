import {
  addUser,
  commandActor,
  findUser,
  formatBytes,
  generatePassword,
  isoTime,
  type Role,
  removeAllFactors,
  revokeAllKeys,
  setUserDisabled,
  setUserPassword,
  setUserQuota,
  setUserRole,
} from '@pictoglyph/core'
import { Argument, Command, Option } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'
import { readPassword } from '../password-input.ts'
import { readSize } from '../size.ts'

const roleInWords: Readonly<Record<Role, string>> = { admin: 'an administrator', member: 'a member' }

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
      if (generatedPassword !== null)
        output.remark(
          'The password was generated. It is shown only this once, and is good for a week: change it.',
        )
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

  user
    .command('role')
    .description('Lets a user operate the site, or no longer.')
    .argument('<name>')
    .addArgument(new Argument('<role>').choices(['admin', 'member']))
    .option('--json', 'print JSON')
    .action(async (name: string, role: Role, options: { json?: boolean }) => {
      await withSite(context, async ({ ports }) => {
        await setUserRole(ports, commandActor, await findUser(ports, name), role)
      })
      context.output(options.json).done(`The user "${name}" is ${roleInWords[role]}.`, { name, role })
    })

  user
    .command('quota <name> <size>')
    .description('Bounds what the images of a user take up: a size such as 500MB or 2GB, or "none".')
    .option('--json', 'print JSON')
    .action(async (name: string, size: string, options: { json?: boolean }) => {
      const quotaBytes = size === 'none' ? null : readSize(size)
      await withSite(context, async ({ ports }) => {
        await setUserQuota(ports, commandActor, await findUser(ports, name), quotaBytes)
      })
      const inWords = quotaBytes === null ? 'no quota' : `a quota of ${formatBytes(quotaBytes, 'en')}`
      context.output(options.json).done(`The user "${name}" has ${inWords}.`, { name, quotaBytes })
    })

  user
    .command('password <name>')
    .description(
      'Sets a new password and signs the user out everywhere. It is read from standard input; without one it is generated.',
    )
    .option('--revoke-keys', "revoke the user's API keys too")
    .option('--json', 'print JSON')
    .action(async (name: string, options: { revokeKeys?: boolean; json?: boolean }) => {
      const output = context.output(options.json)
      const given = await readPassword()
      const password = given ?? generatePassword()
      const id = await withSite(context, async ({ ports }) => {
        const found = await findUser(ports, name)
        await setUserPassword(ports, commandActor, found, {
          password,
          isGenerated: given === undefined,
          keptTokenHash: null,
        })
        if (options.revokeKeys === true) await revokeAllKeys(ports, commandActor, found.id)
        return found.id
      })
      if (given === undefined)
        output.remark(
          'The password was generated. It is shown only this once, and is good for a week: change it.',
        )
      output.created({ id, ...(given === undefined && { password }) })
    })

  user
    .command('factors <name>')
    .description('Lists the second factors of a user, or removes them all and signs the user out everywhere.')
    .option('--remove', 'remove them, for a user who has lost them')
    .option('--json', 'print JSON')
    .action(async (name: string, options: { remove?: boolean; json?: boolean }) => {
      const output = context.output(options.json)
      const factors = await withSite(context, async ({ ports }) => {
        const found = await findUser(ports, name)
        if (options.remove === true) await removeAllFactors(ports, commandActor, found)
        return ports.database.factors.list(found.id)
      })
      if (options.remove === true) {
        output.done(`The user "${name}" has no second factor.`, { name })
        return
      }
      const rows = factors.map(({ kind, name: factor, createdAtMs, lastUsedAtMs }) => ({
        kind,
        name: factor,
        createdAt: isoTime(createdAtMs),
        lastUsedAt: lastUsedAtMs === null ? null : isoTime(lastUsedAtMs),
      }))
      output.list(rows, ['kind', 'name', 'createdAt', 'lastUsedAt'])
    })

  return [user]
}
