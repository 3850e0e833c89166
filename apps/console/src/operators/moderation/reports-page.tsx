/** @jsxImportSource hono/jsx */
import { isRaster } from '@pictoglyph/site/images/rendition-sizes'
import type { Image } from '@pictoglyph/site/language/records'
import { dismissReports } from '@pictoglyph/site/reports'
import type { Report } from '@pictoglyph/site/reports/report-rows'
import { goTo } from '../../context/answers.ts'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { placeIn } from '../../context/page-address.ts'
import { showPage } from '../../page/page.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Count, Time } from '../../parts/numbers-and-times.tsx'
import { Pager } from '../../parts/pager.tsx'
import { imageName } from '../../parts/shown-name.ts'
import { Cell, RowLink, Table } from '../../parts/table.tsx'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { moderationTabs } from './moderation-tabs.tsx'
import { reportsPath as path, reasonOf, reportPath, showReport } from './report-page.tsx'

const reportsOfPage = 50

export const reportsRoutes: ConsoleRoute[] = [
  operatorPage(path, showReports),
  operatorAction(`${path}/dismiss`, { run: dismiss, onRefused: showReports }),
  operatorPage(`${path}/:id`, showReport),
]

interface ReportedImage {
  id: string
  image: Image | undefined
  /** Oldest first. */
  reports: readonly Report[]
}

/** The reported images. */
async function showReports(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const place = placeIn(context.query)
  const { items, next } = await database.reports.list({ ...place, limit: reportsOfPage })
  const images: ReportedImage[] = await Promise.all(
    [...Map.groupBy(items, ({ imageId }) => imageId)].map(async ([id, reports]) => ({
      id,
      reports,
      image: await database.images.byIdWithDeleted(id),
    })),
  )
  const { report: text } = context.text
  return showPage(context, {
    title: text.queue,
    lead: text.queueLead,
    tabs: await moderationTabs(context),
    body: (
      <>
        {images.length === 0 ? (
          <Empty title={text.empty} />
        ) : (
          <Table
            label={text.queue}
            columns={[
              { label: text.image },
              { label: text.why },
              { label: text.note, isWide: true },
              { label: text.count, isWide: true },
              { label: text.since, isWide: true },
            ]}
          >
            {images.map((reported) => (
              <ReportedRow {...reported} />
            ))}
          </Table>
        )}
        <Pager next={next} path={path} />
      </>
    ),
  })
}

const ReportedRow = ({ id, image, reports }: ReportedImage) => {
  const { text } = useConsole()
  const [first] = reports
  return (
    <tr>
      <RowLink href={reportPath(id)}>
        {image !== undefined && isRaster(image.file) ? (
          <img
            class="row-picture"
            alt=""
            loading="lazy"
            width="36"
            height="36"
            src={`/all-images/${id}/picture`}
          />
        ) : null}
        {image === undefined ? id : imageName(text, image)}
      </RowLink>
      <Cell>{[...new Set(reports.map(({ reason }) => reasonOf(text.report, reason)))].join(' · ')}</Cell>
      <Cell isWide>
        <bdi class="muted">{reports.find(({ note }) => note !== '')?.note ?? ''}</bdi>
      </Cell>
      <Cell isWide>
        <Count of={reports.length} />
      </Cell>
      <Cell isWide>{first === undefined ? null : <Time atMs={first.atMs} />}</Cell>
    </tr>
  )
}

async function dismiss(context: SignedInContext): Promise<Response> {
  await dismissReports(context.services.site, context.actor, context.form.get('image') ?? '')
  return goTo(context, path, { name: 'reportsDismissed', about: '' })
}
