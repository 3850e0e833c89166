import { belongingsOf, deleteUser } from '@pictoglyph/site/accounts/delete-user'
import {
  invitationAddress,
  invitationDays,
  inviteAnyone,
  inviteNewUser,
  inviteUser,
  type MadeInvitation,
} from '@pictoglyph/site/accounts/invitations'
import { membersText } from '@pictoglyph/site/accounts/members-text'
import { readMembers } from '@pictoglyph/site/accounts/read-members'
import { defaultQuotaOf, findUser, renameUser } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { badRequest } from '@pictoglyph/site/language/failure'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { message } from '@pictoglyph/site/language/message'
import type { Role } from '@pictoglyph/site/language/records'
import { readSize } from '@pictoglyph/site/language/size'
import { isoTime } from '@pictoglyph/site/language/time'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { bytesOf, fileAt } from '../archive/picture-source.ts'
import { type CommandContext, withSite } from '../command-context.ts'
import type { OpenSite } from '../open-site.ts'

/** Far above the list of any community. */
const maxListBytes = 16 * 1024 * 1024

const readList = async (path: string): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(bytesOf(await fileAt(path), maxListBytes)))

interface InviteOptions {
  displayName: string
  role: Role
  quota?: string
  days: number
  json?: boolean
}

/** Creates an invitation: for a new user of this name, for an existing one, or for anyone. */
async function invite(
  ports: SitePorts,
  name: string | undefined,
  { displayName, role, quota, days }: InviteOptions,
): Promise<{ name: string | null; invitation: MadeInvitation }> {
  const quotaBytes = quota === undefined ? defaultQuotaOf(ports) : quota === 'none' ? null : readSize(quota)
  if (name === undefined) {
    return { name: null, invitation: await inviteAnyone(ports, commandActor, { role, quotaBytes, days }) }
  }
  const known = await ports.database.users.byName(name)
  if (known !== undefined) {
    return { name: known.name, invitation: await inviteUser(ports, commandActor, known, days) }
  }
  const input = { name, displayName, role, quotaBytes, days }
  const { user, invitation } = await inviteNewUser(ports, commandActor, input)
  return { name: user.name, invitation }
}

/** Adds the commands that invite, rename and delete users. */
export function addMemberCommands(user: Command, context: CommandContext): void {
  const linkOf = ({ addresses }: OpenSite, { token }: MadeInvitation) =>
    invitationAddress(addresses.console, token)
  const days = () =>
    new Option('--days <n>', 'how long the link is good').argParser(readDays).default(invitationDays.usual)

  user
    .command('import <file>')
    .description(
      'Adds the users of a CSV file (name, display name, role, quota), with an invitation for each.',
    )
    .option('--dry-run', 'say what would be done, and change nothing')
    .addOption(days())
    .option('--json', 'print JSON')
    .action(async (file: string, options: { dryRun?: boolean; days: number; json?: boolean }) => {
      const output = context.output(options.json)
      const { members, problems } = readMembers(membersText(await readList(file)))
      if (problems.length > 0) {
        for (const { line, reason } of problems) output.remark(`Line ${line}: ${reason}`)
        throw badRequest(
          message('{count} lines can not be taken, so that no user is added.', { count: problems.length }),
        )
      }
      const rows = await withSite(context, async (site) => {
        const { ports } = site
        const done = []
        for (const { line, quotaBytes: given, ...member } of members) {
          const quotaBytes = given === undefined ? defaultQuotaOf(ports) : given
          const { name, role } = member
          const quota = quotaBytes === null ? 'none' : formatBytes(quotaBytes, 'en')
          const isThere = (await ports.database.users.byName(name)) !== undefined
          const invitation =
            isThere || options.dryRun === true
              ? undefined
              : (await inviteNewUser(ports, commandActor, { ...member, quotaBytes, days: options.days }))
                  .invitation
          const state = isThere ? 'exists' : options.dryRun === true ? 'would be added' : 'added'
          done.push({
            line,
            name,
            role,
            quota,
            state,
            link: invitation === undefined ? null : linkOf(site, invitation),
          })
        }
        return done
      })
      output.list(rows, ['line', 'name', 'role', 'quota', 'state', 'link'])
    })

  user
    .command('invite [name]')
    .description(
      'Makes a link that is good once: for a new user of this name, for a new password of one who exists, or for anyone.',
    )
    .option('--display-name <name>', 'what others see, of a new user', '')
    .addOption(new Option('--role <role>', 'of a new user').choices(['admin', 'member']).default('member'))
    .option('--quota <size>', 'of a new user: a size such as 500MB, or "none"; otherwise users.defaultQuota')
    .addOption(days())
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, options: InviteOptions) => {
      const { made, link } = await withSite(context, async (site) => {
        const invited = await invite(site.ports, name, options)
        return { made: invited, link: linkOf(site, invited.invitation) }
      })
      const output = context.output(options.json)
      const { id, expiresAtMs } = made.invitation
      output.remark('The link is shown only this once. The person who has it sets the password.')
      output.made(
        { id, name: made.name, link, expiresAt: isoTime(expiresAtMs) },
        `The invitation is good until ${isoTime(expiresAtMs)}.`,
        { called: 'The link', value: link },
      )
    })

  user
    .command('rename <name> <new-name>')
    .description('Gives a user another name to sign in with. Sessions and keys go on.')
    .option('--json', 'print JSON')
    .action(async (name: string, newName: string, options: { json?: boolean }) => {
      const renamed = await withSite(context, async ({ ports }) =>
        renameUser(ports, commandActor, await findUser(ports, name), newName),
      )
      context.output(options.json).done(`The user "${name}" is called "${renamed}" now.`, { name: renamed })
    })

  user
    .command('delete <name>')
    .description('Lists what would go with a user; with --yes, deletes the user for good.')
    .option('--keep-images', 'images and albums stay, without the name of an owner')
    .option('--yes', 'delete, instead of only saying what would go')
    .option('--json', 'print JSON')
    .action(async (name: string, options: { keepImages?: boolean; yes?: boolean; json?: boolean }) => {
      const output = context.output(options.json)
      const keepsImages = options.keepImages === true
      const deleted = options.yes === true
      const belongings = await withSite(context, async ({ ports }) => {
        const found = await findUser(ports, name)
        const belongings = await belongingsOf(ports, found.id)
        if (deleted) await deleteUser(ports, commandActor, found, { keepsImages })
        return belongings
      })
      const told = { name, deleted, keepsImages, ...belongings }
      if (deleted) output.done(`The user "${name}" is deleted.`, told)
      else output.record({ ...told, hint: 'Nothing is deleted yet: add --yes.' })
    })
}

function readDays(written: string): number {
  const days = Number(written)
  if (Number.isSafeInteger(days) && days >= 1 && days <= invitationDays.most) return days
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${invitationDays.most}.`)
}
