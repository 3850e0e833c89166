/** @jsxImportSource hono/jsx */

import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { describeError } from '@pictoglyph/web/log'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { dayMs } from '../../context/time-zone.ts'
import type { PartCheck } from '../../options.ts'
import { showPage } from '../../page/page.tsx'
import { Bytes, Count, Time } from '../../parts/numbers-and-times.tsx'
import { Cell, Table } from '../../parts/table.tsx'
import { type ConsoleRoute, operatorPage } from '../../routing/route.ts'
import { limitedClients } from '../limited-clients.ts'
import { TextRequestChart, UploadChart } from './charts.tsx'
import { checkParts, type PartHealth } from './health.ts'

export const overviewRoutes: ConsoleRoute[] = [operatorPage('/overview', showOverview)]

/** Time spans of the charts, in days; the middle one is the default. */
const spans = [7, 30, 90] as const
const shownUsers = 10
/** Days for the current growth rate. */
const rateDays = 30

/** The site's state: storage, uploads, errors, and the health of its parts. */
async function showOverview(context: SignedInContext): Promise<Response> {
  const { services } = context
  const { site } = services
  const nowMs = site.clock()
  const count = spans.find((days) => String(days) === context.query.get('days')) ?? 30
  const sinceMs = nowMs - (count - 1) * dayMs
  const span = { count, nowMs }
  const [totals, lastMonth, uploads, requests, users, space, health, limited] = await Promise.all([
    site.database.images.totals(),
    site.database.images.daily(nowMs - rateDays * dayMs),
    site.database.images.daily(sinceMs),
    site.database.traffic.daily(sinceMs),
    site.database.users.largest(shownUsers),
    diskSpace(services),
    checkParts([...services.checks, limiterCheck(services)], context.language),
    limitedClients(services),
  ])
  const { overview: text } = context.text
  return showPage(context, {
    title: text.title,
    actions: <SpanChoice chosen={count} />,
    body: (
      <>
        <dl class="tiles">
          <div class="card">
            <dt>{text.images}</dt>
            <dd>
              <Count of={totals.images} />
            </dd>
          </div>
          <div class="card">
            <dt>{text.stored}</dt>
            <dd>
              <Bytes count={totals.bytes} />
            </dd>
          </div>
          <SiteRoom totals={totals} lastMonth={lastMonth} />
          <div class="card">
            <dt>{text.saved}</dt>
            <dd>
              <Bytes count={totals.deduplicatedBytes} />
            </dd>
          </div>
          <div class="card">
            <dt>{text.limited}</dt>
            <dd>{limited === null ? '–' : <Count of={limited} />}</dd>
          </div>
          {space === undefined ? null : (
            <div class="card">
              <dt>{text.diskFree}</dt>
              <dd>
                <Bytes count={space.freeBytes} />
              </dd>
              <dd class="muted small-text">{text.ofDisk(formatBytes(space.totalBytes, context.language))}</dd>
            </div>
          )}
        </dl>
        <div class="columns">
          <UploadChart daily={uploads} span={span} />
          <TextRequestChart daily={requests} span={span} />
        </div>
        <div class="columns">
          <TopUsers users={users} />
          <Health parts={health} />
          <RecentErrors />
        </div>
      </>
    ),
  })
}

/** The free part of the site's limit, and its days left at the current rate; nothing without a limit. */
const SiteRoom = (props: { totals: { bytes: number }; lastMonth: readonly { bytes: number }[] }) => {
  const { text, language, services } = useConsole()
  const maxBytes = services.site.snapshot().policy['site.maxBytes']
  if (maxBytes === 'none') return null
  const leftBytes = Math.max(0, maxBytes - props.totals.bytes)
  const bytesADay = props.lastMonth.reduce((sum, { bytes }) => sum + bytes, 0) / rateDays
  return (
    <div class="card">
      <dt>{text.overview.siteLeft}</dt>
      <dd>
        <Bytes count={leftBytes} />
      </dd>
      <dd class="muted small-text">
        {text.overview.ofDisk(formatBytes(maxBytes, language))}
        {bytesADay === 0 ? null : ` · ${text.overview.daysLeft(Math.floor(leftBytes / bytesADay))}`}
      </dd>
    </div>
  )
}

/** Free space on the images' disk; `undefined` if they are elsewhere or the disk does not answer. */
async function diskSpace({ site, log }: SignedInContext['services']) {
  try {
    return await site.blobs.space?.()
  } catch (error) {
    log.warn({ service: 'console', error: describeError(error) }, 'the disk does not say what is free')
    return undefined
  }
}

const SpanChoice = ({ chosen }: { chosen: number }) => {
  const { overview: text } = useConsole().text
  return (
    <nav class="segments" aria-label={text.span}>
      {spans.map((days) => (
        <a href={`/overview?days=${days}`} {...(days === chosen ? { 'aria-current': 'page' } : {})}>
          {text.days(days)}
        </a>
      ))}
    </nav>
  )
}

const TopUsers = ({ users }: { users: readonly { name: string; images: number; bytes: number }[] }) => {
  const { overview: text } = useConsole().text
  const most = users[0]?.bytes ?? 0
  return (
    <section class="card stack">
      <h2>{text.topUsers}</h2>
      {users.length === 0 ? (
        <p class="muted">{text.noUsers}</p>
      ) : (
        <ol class="plain-list top-users">
          {users.map(({ name, images, bytes }) => (
            <li>
              <a dir="auto" href={`/all-images?owner=${encodeURIComponent(name)}`}>
                {name}
              </a>
              <span class="muted">
                <Bytes count={bytes} /> · <Count of={images} />
              </span>
              <meter min={0} max={most} value={bytes} aria-label={name} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The limiter is healthy if it returns the number of limited clients. */
function limiterCheck({ limiter }: SignedInContext['services']): PartCheck {
  return {
    name: 'limiter',
    async check() {
      await limiter.limited()
    },
  }
}

const Health = ({ parts }: { parts: readonly PartHealth[] }) => {
  const { overview: text } = useConsole().text
  return (
    <section class="card stack">
      <h2>{text.health}</h2>
      <ul class="plain-list">
        {parts.map(({ name, problem, durationMs }) => (
          <li class="split">
            <span>
              <span title={name}>{text.parts[name]}</span>
              {problem === null ? null : (
                <span class="muted block" lang={problem.language}>
                  {problem.words}
                </span>
              )}
            </span>
            <span class={problem === null ? 'badge good' : 'badge bad'}>
              {problem === null ? text.works(durationMs) : text.fails}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const RecentErrors = () => {
  const { services, text } = useConsole()
  const errors = services.recentErrors()
  const { overview } = text
  return (
    <section class="card stack">
      <h2>{overview.errors}</h2>
      {services.hasOtherProcesses === true ? <p class="muted small-text">{overview.ownErrors}</p> : null}
      {errors.length === 0 ? (
        <p class="muted">{overview.noErrors}</p>
      ) : (
        <Table label={overview.errors} columns={[{ label: overview.when }, { label: overview.what }]}>
          {errors.map((error) => (
            <tr>
              <Cell>
                <Time atMs={error.atMs} />
              </Cell>
              <Cell>
                <code>{error.code}</code>
                <span class="muted block" lang="en">
                  {error.message}
                </span>
                <span class="block">
                  {error.service}: {error.method} {error.path}
                </span>
                <code>{error.requestId}</code>
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
