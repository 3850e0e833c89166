import type { Limiter } from '../access/limiter.ts'
import { subjectKey } from '../access/subject.ts'
import { throttleTries } from '../accounts/throttle-tries.ts'
import { auditDraft } from '../audit/audit-draft.ts'
import { badField, conflict, notFound } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import { type Message, message } from '../language/message.ts'
import type { Actor, Image } from '../language/records.ts'
import { readNote } from '../language/text-field.ts'
import type { Address } from '../network/address.ts'
import type { SitePorts } from '../site-ports.ts'
import type { ReportBounds } from './report-rows.ts'

/** Reasons for a report. */
export const reportReasons = ['illegal', 'abuse', 'privacy', 'copyright', 'other'] as const

/** Maximum length of a note, in characters. */
export const maxReportNote = 2_000

const reportsPerMinute = 5
const bounds = { max: 10_000, maxOfImage: 20, maxOfReporter: 100 } satisfies ReportBounds

const full: Record<keyof ReportBounds, Message> = {
  max: message('Many reports wait for the operators already. Try again tomorrow.'),
  maxOfImage: message('The operators have enough reports of this image, and will look at it.'),
  maxOfReporter: message('{most} of your reports wait for the operators already. Try again tomorrow.', {
    most: bounds.maxOfReporter,
  }),
}

type Site = Pick<SitePorts, 'database' | 'snapshot' | 'clock'>

/** The live image of a report. @throws {Failure} NOT_FOUND, also while the policy `site.reports` is off */
export async function findReportable({ database, snapshot }: Site, id: string): Promise<Image> {
  const isOn = snapshot().policy['site.reports'] === 'on'
  const image = isOn ? await database.images.byId(id) : undefined
  if (image === undefined) throw notFound(message('The image "{id}"', { id }))
  return image
}

/**
 * Accepts a report from anyone, five a minute from one address. One client has one report per image, so that no one can
 * use up its bound alone. The first report of an image is accepted however many wait.
 * @throws {Failure} NOT_FOUND, RATE_LIMITED; BAD_REQUEST for an unfit reason or note; CONFLICT while too many wait
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
  const note = readNote(input.note, maxReportNote)
  const reporter = subjectKey({ address: from })
  const report = { id: newId(), imageId: image.id, reporter, reason, note, atMs: site.clock() }
  const exceeded = await site.database.reports.add(report, bounds)
  if (exceeded !== undefined) throw conflict(full[exceeded])
}

/** Dismisses all reports of an image; the image stays. @throws {Failure} NOT_FOUND if it has none */
export async function dismissReports(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  imageId: string,
): Promise<void> {
  const audit = auditDraft(actor, site.clock(), { action: 'report.dismiss', subject: imageId })
  await site.database.reports.dismiss(imageId, audit)
}
