import { findUser } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { changeKey, createKey, findKeyId, permissions, revokeKey } from '@pictoglyph/site/keys'
import type { Restriction } from '@pictoglyph/site/keys/restriction'
import {
  allRestrictions,
  type ChangeableKey,
  type KeyRestrictions,
  readRestrictions,
  restrictedKey,
  restrictionsOf,
} from '@pictoglyph/site/keys/restrictions'
import { message } from '@pictoglyph/site/language/message'
import type { ApiKey, ClientKind } from '@pictoglyph/site/language/records'
import { maxNameCharacters, readTextField } from '@pictoglyph/site/language/text-field'
import { isoTime } from '@pictoglyph/site/language/time'
import { Command, Option } from 'commander'
import { type CommandContext, withRows, withSite } from '../command-context.ts'
import { readPointInTime } from '../point-in-time.ts'

interface CreateOptions extends RestrictionOptions {
  user: string
  name: string
  permission?: string[]
  expires?: string
  quiet?: boolean
  showName?: boolean
  defaultCategory?: string
  client: ClientKind
  json?: boolean
}

interface ChangeOptions extends RestrictionOptions {
  name?: string
  expires?: string
  json?: boolean
}

/** Option values of restrictions, by the names of their options. */
type RestrictionOptions = Readonly<Record<string, unknown>>

export function keyCommands(context: CommandContext): Command[] {
  const key = new Command('key').description('API keys, with which programs upload.')

  restrictable(key.command('create'))
    .description('Creates a key and shows it once.')
    .requiredOption('--user <name>', 'whom the key acts for')
    .option('--name <name>', 'what it is for', 'key')
    .addOption(
      new Option('--permission <permission>', `what it may do (${permissions.join(', ')}); may be repeated`)
        .argParser((value: string, all: string[] = []) => [...all, value])
        .default(undefined, 'images:upload'),
    )
    .option('--expires <when>', 'a span such as 30d, a date, or "never"; otherwise the policy decides')
    .option('--quiet', 'answers say nothing of the images that are there, as links for guests need')
    .option('--show-name', 'guests see its name, as the title of their page')
    .option('--default-category <id>', 'the category of uploads that name none')
    .addOption(
      new Option('--client <kind>', 'whose dialect answers speak')
        .choices(['standard', 'lsky'])
        .default('standard'),
    )
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const output = context.output(options.json)
      const { created, user, guestPage } = await withSite(context, async ({ ports }) => {
        const user = await findUser(ports, options.user)
        const created = await createKey(ports, commandActor, {
          userId: user.id,
          name: readTextField(options.name, {
            name: 'name',
            called: message('The name'),
            least: 1,
            most: maxNameCharacters.key,
          }),
          permissions: options.permission ?? ['images:upload'],
          ...(options.expires !== undefined && { expiresAtMs: readExpiry(options.expires) }),
          ...restrictedKey(restrictionsIn(options)),
          isGuestLink: options.quiet === true,
          isNameShown: options.showName === true,
          defaultCategoryId: options.defaultCategory ?? null,
          clientKind: options.client,
        })
        return { created, user, guestPage: ports.links.guestPage('') }
      })
      if (user.disabledAtMs !== null) {
        output.remark(
          `The user "${user.name}" is disabled, so that the key can do nothing. Let the user in again with ` +
            `"pictoglyph user enable".`,
        )
      }
      if (options.quiet === true) output.remark(`Guests upload at ${guestPage} with the key after the "#".`)
      const { id, name } = created.key
      output.made(
        { id, key: created.secret },
        `The key "${name}" of ${user.name} is created. Its id is ${id}.`,
        { called: 'The key', value: created.secret },
      )
    })

  key
    .command('list [id-or-key]')
    .description('Lists the keys, or one of them. The keys themselves are kept nowhere, and not shown again.')
    .option('--user <name>', 'only those of one user')
    .option('--json', 'print JSON')
    .action(async (idOrKey: string | undefined, options: { user?: string; json?: boolean }) => {
      const rows = await withRows(context, async (ports) => {
        const users = await ports.database.users.list()
        const owner = options.user === undefined ? undefined : await findUser(ports, options.user)
        const wanted = idOrKey === undefined ? undefined : await findKeyId(ports, idOrKey)
        const all = await ports.database.keys.list(owner?.id)
        const keys = all.filter(({ id }) => wanted === undefined || id === wanted)
        return keys.map((one) => ({
          id: one.id,
          name: one.name,
          user: users.find((user) => user.id === one.userId)?.name ?? one.userId,
          permissions: one.permissions,
          client: one.clientKind,
          binding: one.binding,
          ...(one.isUnreadable && { unreadable: true }),
          expiresAt: dateOrNull(one.expiresAtMs),
          uploadsPerMinute: one.uploadsPerMinute,
          imageLifetimeSeconds: one.imageLifetimeMs === null ? null : one.imageLifetimeMs / 1000,
          maxUploads: one.maxUploads,
          uploads: one.maxUploads === null ? null : one.uploads,
          quiet: one.isGuestLink,
          lastUsedAt: dateOrNull(one.lastUsedAtMs),
          lastUsedAddress: one.lastUsedAddress,
          newNetwork: one.newNetwork && {
            address: one.newNetwork.address,
            at: isoTime(one.newNetwork.atMs),
          },
          revokedAt: dateOrNull(one.revokedAtMs),
        }))
      })
      context
        .output(options.json)
        .list(rows, ['id', 'name', 'user', 'permissions', 'client', 'expiresAt', 'lastUsedAt', 'revokedAt'])
    })

  restrictable(key.command('change <id-or-key>'))
    .description(
      'Changes a key from its next upload on. What is not named stays; "none" lifts a restriction.',
    )
    .option('--name <name>', 'what it is for')
    .option('--expires <when>', 'a span such as 30d, a date, or "never"')
    .option('--json', 'print JSON')
    .action(async (idOrKey: string, options: ChangeOptions) => {
      const id = await withRows(context, async (ports) => {
        const found = await findKeyId(ports, idOrKey)
        const one = await ports.database.keys.byId(found)
        if (one !== undefined) {
          await changeKey(ports, commandActor, one, { change: changed(one, options), mayWiden: true })
        }
        return found
      })
      context.output(options.json).done(`The key ${id} is changed.`, { id })
    })

  key
    .command('revoke <id-or-key>')
    .description('Revokes a key for good, by its id or by the key itself, which is not shown again.')
    .option('--json', 'print JSON')
    .action(async (idOrKey: string, options: { json?: boolean }) => {
      const id = await withRows(context, async (ports) => {
        const found = await findKeyId(ports, idOrKey)
        await revokeKey(ports, commandActor, found)
        return found
      })
      context.output(options.json).done(`The key ${id} is revoked.`, { id })
    })

  return [key]
}

/** Adds the options of all restrictions. */
function restrictable(command: Command): Command {
  for (const [, { option }] of allRestrictions) command.option(...option)
  return command
}

/** The restrictions from the options; absent options keep the former ones. @throws {Failure} BAD_REQUEST */
function restrictionsIn(options: RestrictionOptions, before: KeyRestrictions = {}): KeyRestrictions {
  const optionOf = ({ option: [flags, help] }: Restriction<unknown>) => new Option(flags, help)
  return readRestrictions(
    before,
    (restriction) => {
      const given = options[optionOf(restriction).attributeName()]
      if (given === undefined) return undefined
      return String(given) === 'none' ? [] : [given].flat().map(String)
    },
    (restriction) => optionOf(restriction).long ?? restriction.field,
  )
}

/** The key with the changes from the options. */
const changed = (key: ApiKey, options: ChangeOptions): ChangeableKey => ({
  name: options.name ?? key.name,
  expiresAtMs: options.expires === undefined ? key.expiresAtMs : readExpiry(options.expires),
  ...restrictedKey(restrictionsIn(options, restrictionsOf(key))),
})

const readExpiry = (written: string): number | null =>
  written === 'never' ? null : readPointInTime(written, Date.now())

function dateOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoTime(atMs)
}
