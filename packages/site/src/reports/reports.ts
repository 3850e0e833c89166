import type { Limiter } from '../access/limiter.ts'
import { throttleTries } from '../accounts/throttle-tries.ts'
import { auditDraft } from '../audit/audit-draft.ts'
import { badField, conflict, notFound } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import { message } from '../language/message.ts'
import type { Actor, Image } from '../language/records.ts'
import { readTextField } from '../language/text-field.ts'
import type { Address } from '../network/address.ts'
import type { SitePorts } from '../site-ports.ts'

/** What a reader may find wrong with an image. */
export const reportReasons = ['illegal', 'abuse', 'privacy', 'copyright', 'other'] as const

/** The longest note, in characters. */
export const maxReportNote = 2_000

const reportsPerMinute = 5
const bounds = { max: 10_000, maxOfImage: 20 }

type Site = Pick<SitePorts, 'database' | 'snapshot' | 'clock'>

/** The live image that a report is about. @throws {Failure} NOT_FOUND, also while the policy `site.reports` is off */
export async function findReportable({ database, snapshot }: Site, id: string): Promise<Image> {
  const isOn = snapshot().policy['site.reports'] === 'on'
  const image = isOn ? await database.images.byId(id) : undefined
  if (image === undefined) throw notFound(message('The image "{id}"', { id }))
  return image
}

/**
 * Takes a report of anyone; five a minute from one address. What is said of an image twenty times is said.
 * @throws {Failure} NOT_FOUND, RATE_LIMITED; BAD_REQUEST for an unfit reason or note; CONFLICT while the queue is full
 */
export async function fileReport(
  site: Site & { limiter: Pick<Limiter, 'take'> },
  from: Address | undefined,
  input: { imageId: string; reason: string; note: string },
): Promise<void> {
  await throttleTries(site.limiter, { act: 'report', by: { address: from } }, reportsPerMinute)
  const image = await findReportable(site, input.imageId)
  const reason = reportReasons.find((one) => one === input.reason)
  if (reason === undefined) throw badField('reason', message('Choose what is wrong with the image.'))
  const note = readTextField(input.note, { name: 'note', called: message('The note'), most: maxReportNote })
  const report = { id: newId(), imageId: image.id, reason, note, atMs: site.clock() }
  if (await site.database.reports.add(report, bounds)) return
  throw conflict(message('Many reports wait for the operators already. Try again tomorrow.'))
}

/** Ends all reports of an image, which stays. @throws {Failure} NOT_FOUND if it has none */
export async function dismissReports(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  imageId: string,
): Promise<void> {
  const audit = auditDraft(actor, site.clock(), { action: 'report.dismiss', subject: imageId })
  if (await site.database.reports.dismiss(imageId, audit)) return
  throw notFound(message('The report'))
}
