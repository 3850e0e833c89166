import { removeAllFactors } from '@pictoglyph/site/accounts/second-factors'
import {
  addUser,
  findUser,
  generatePassword,
  setUserDisabled,
  setUserPassword,
  setUserQuota,
  setUserRole,
} from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { revokeAllKeys } from '@pictoglyph/site/keys'
import { badRequest } from '@pictoglyph/site/language/failure'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { message } from '@pictoglyph/site/language/message'
import type { Role } from '@pictoglyph/site/language/records'
import { readSize } from '@pictoglyph/site/language/size'
import { isoTime } from '@pictoglyph/site/language/time'
import { Argument, Command, Option } from 'commander'
import { type CommandContext, withRows, withSite } from '../command-context.ts'
import { addMemberCommands } from './members.ts'

const roleInWords: Readonly<Record<Role, string>> = { admin: 'an administrator', member: 'a member' }

const passwordOption = [
  '--password-stdin',
  'take the password from the first line of standard input instead',
] as const

interface PasswordOptions {
  passwordStdin?: boolean
  revokeKeys?: boolean
  json?: boolean
}

export function userCommands(context: CommandContext): Command[] {
  const user = new Command('user').description('The people who sign in and own images.')

  user
    .command('add <name>')
    .description('Adds a user, with a generated password that is shown once.')
    .addOption(
      new Option('--role <role>', 'what the user may do').choices(['admin', 'member']).default('member'),
    )
    .option(...passwordOption)
    .option('--json', 'print JSON')
    .action(async (name: string, options: { role: Role; passwordStdin?: boolean; json?: boolean }) => {
      const output = context.output(options.json)
      const password = options.passwordStdin === true ? await readPassword() : undefined
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
      output.made(
        { id: added.user.id, ...(generatedPassword !== null && { password: generatedPassword }) },
        `The user "${added.user.name}" is added as ${roleInWords[added.user.role]}.`,
        generatedPassword === null ? undefined : { called: 'The password', value: generatedPassword },
      )
    })

  user
    .command('list')
    .description('Lists the users.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const rows = await withRows(context, async ({ database }) => {
        const users = await database.users.list()
        return Promise.all(
          users.map(async ({ id, name, role, createdAtMs, disabledAtMs, quotaBytes }) => {
            const { images, bytes, deletedBytes, textBytes } = await database.users.usage(id)
            const lastSeenAtMs = await database.users.lastSeenAtMs(id)
            const usedBytes = bytes + deletedBytes + textBytes
            return {
              id,
              name,
              role,
              disabled: disabledAtMs !== null,
              images,
              usedBytes,
              used: formatBytes(usedBytes, 'en'),
              quotaBytes,
              quota: quotaBytes === null ? 'none' : formatBytes(quotaBytes, 'en'),
              createdAt: isoTime(createdAtMs),
              lastSeenAt: lastSeenAtMs === null ? null : isoTime(lastSeenAtMs),
            }
          }),
        )
      })
      context
        .output(options.json)
        .list(rows, ['id', 'name', 'role', 'disabled', 'images', 'used', 'quota', 'createdAt', 'lastSeenAt'])
    })

  for (const [verb, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    const command = user
      .command(`${verb} <name>`)
      .description(
        disabled
          ? "Stops a user and the user's keys; images stay, or are hidden."
          : 'Lets a disabled user in again, and shows images that were hidden with the account.',
      )
    if (disabled) command.option('--hide-images', 'hide their images with the account')
    command
      .option('--json', 'print JSON')
      .action(async (name: string, options: { hideImages?: boolean; json?: boolean }) => {
        const hidesImages = options.hideImages === true
        await withSite(context, async ({ ports }) => {
          await setUserDisabled(ports, commandActor, await findUser(ports, name), disabled, { hidesImages })
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
    .description('Sets a generated password, which is shown once, and signs the user out everywhere.')
    .option(...passwordOption)
    .option('--revoke-keys', "revoke the user's API keys too")
    .option('--json', 'print JSON')
    .action(async (name: string, options: PasswordOptions) => {
      const output = context.output(options.json)
      const given = options.passwordStdin === true ? await readPassword() : undefined
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
      output.made(
        { id, ...(given === undefined && { password }) },
        `The user "${name}" has a new password, and is signed out everywhere.`,
        given === undefined ? { called: 'The password', value: password } : undefined,
      )
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

  addMemberCommands(user, context)
  return [user]
}

/** Longer than any accepted password. */
const maxCharacters = 10_000

/**
 * Reads a password from standard input: its first line. Only for an option that says so, because a script's standard
 * input may be anything else.
 * @throws {Failure} BAD_REQUEST if there is none
 */
async function readPassword(): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    text += decode(decoder, chunk)
    if (text.includes('\n') || text.length > maxCharacters) break
  }
  process.stdin.destroy()
  const [line = ''] = text.split(/\r?\n/)
  if (line !== '') return line
  throw badRequest(message('Standard input holds no password: its first line is empty.'))
}

function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw badRequest(message('The password on standard input is not valid UTF-8.'))
  }
}
