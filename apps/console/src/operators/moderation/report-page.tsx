/** @jsxImportSource hono/jsx */
import { isRaster } from '@pictoglyph/site/images/rendition-sizes'
import { reportReasons } from '@pictoglyph/site/reports'
import { noReports, type Report } from '@pictoglyph/site/reports/report-rows'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { idOf } from '../../context/page-address.ts'
import { showPage } from '../../page/page.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Form } from '../../parts/form.tsx'
import { Time } from '../../parts/numbers-and-times.tsx'
import { imageName } from '../../parts/shown-name.ts'
import { WayBack } from '../../parts/way-back.tsx'
import type { Messages } from '../../text/messages.ts'
import { TakeDownPanel } from '../images/take-down-panel.tsx'

export const reportsPath = '/reports'

export const reportPath = (imageId: string): string => `${reportsPath}/${imageId}`

/** The reports about one image, with the picture, to take it down or to dismiss the reports. */
export async function showReport(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const id = idOf(context)
  const [reports, image] = await Promise.all([
    database.reports.ofImage(id),
    database.images.byIdWithDeleted(id),
  ])
  if (reports.length === 0) throw noReports()
  const { report: text, allImages } = context.text
  const name = image === undefined ? id : imageName(context.text, image)
  return showPage(context, {
    title: name,
    actions: <WayBack href={reportsPath}>{text.toReports}</WayBack>,
    body: (
      <>
        {image === undefined ? (
          <p>{text.gone}</p>
        ) : (
          <a class="reported-picture" href={`/all-images/${id}`}>
            {isRaster(image.file) ? <img alt="" src={`/all-images/${id}/picture`} /> : null}
            <span>{text.show}</span>
          </a>
        )}
        <Reports reports={reports} />
        <div class="foot-actions">
          {image === undefined ? null : (
            <Form action="/all-images/take-down">
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="return" value={reportsPath} />
              <TakeDownPanel confirm={allImages.takeDownThis} />
            </Form>
          )}
          <Form action={`${reportsPath}/dismiss`}>
            <input type="hidden" name="image" value={id} />
            <Confirm label={text.dismiss} of={name} question={text.dismissQuestion} confirm={text.dismiss} />
          </Form>
        </div>
      </>
    ),
  })
}

const Reports = ({ reports }: { reports: readonly Report[] }) => {
  const { report: text } = useConsole().text
  return (
    <ul class="card plain-list">
      {reports.map(({ reason, note, atMs }) => (
        <li>
          <strong>{reasonOf(text, reason)}</strong>{' '}
          <span class="muted">
            <Time atMs={atMs} />
          </span>
          {note === '' ? null : (
            <p dir="auto" class="lines">
              {note}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A report's reason in words. */
export function reasonOf({ reasons }: Messages['report'], reason: string): string {
  const known = reportReasons.find((one) => one === reason)
  return known === undefined ? reason : reasons[known]
}
