import { expect, test } from 'bun:test'
import { openPages } from '@pictoglyph/console/test/open-pages'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { openTextSite } from '@pictoglyph/text/test/text-site'
import type { HttpService } from '@pictoglyph/web/service'
import { threadTimes } from '../../apps/cli/src/serve/watchdog/thread-times.ts'
import type { RunningSite, ServiceUrls } from '../site/running-site.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'

/** A route that anyone may ask for without a key. */
interface PublicRoute {
  service: keyof ServiceUrls
  path: string
}

/** The routes whose answers are not the same for all who ask, and why. Every other answer is made once and kept. */
const madeForEach: Readonly<Record<string, string>> = {
  '/livez': 'forty bytes, which say that the process answers now',
  '/readyz': 'what is ready now',
  '/.well-known/security.txt': 'its expiry is counted from now',
  'images /i/:name': 'the file of an image, of which another cache is made',
  'images /i/:name/:size': 'the same, in a smaller size',
  'images /l/:name': 'where a permanent link leads now',
  'images /a/:token': 'an album as it is now',
  'images /a/:token/random': 'another image each time',
  'images /p/:id': 'an image as it is now',
  'images /drop/link': 'for a key alone',
  'text /api/public/options': 'a kept body, with the limit of its client in the headers',
  'console /sign-in': 'its form has a token of its visitor',
  'console /invitation/:token': 'an invitation as it is now',
  'console /report/:id': 'an image as it is now, with a form',
}

/** An answer of each service that takes next to nothing. The console has pages behind a router of its own. */
const cheapest = { images: '/livez', text: '/livez', console: '/' } as const

/** How long of the event loop an answer may take, in times of the cheapest. */
const maxOfKept = 8
const maxOfMade = 60

test('what is the same for everyone is made once, and no public answer takes long of the event loop', async () => {
  await using site = await startUnlimitedSite({ services: 'images,text,console' })
  const routes = await publicRoutes(site)
  expect(routes.length).toBeGreaterThan(30)
  const unknown = Object.keys(madeForEach).filter((name) => !routes.some((route) => isNamed(route, name)))
  expect(unknown).toEqual([])

  const wrong: string[] = []
  for (const route of routes) {
    const isKept = !Object.keys(madeForEach).some((name) => isNamed(route, name))
    if (route.path.includes(':')) {
      if (isKept)
        wrong.push(`${route.service} ${route.path}: it has parameters, and no reason to be made for each`)
      continue
    }
    const problem = isKept ? await whyNotKept(site, route) : undefined
    if (problem !== undefined) wrong.push(`${route.service} ${route.path}: ${problem}`)
    const most = isKept ? maxOfKept : maxOfMade
    const times = await loopTimes(site, route)
    if (times > most)
      wrong.push(
        `${route.service} ${route.path}: ${times.toFixed(1)} times as long as ${cheapest[route.service]}`,
      )
  }
  expect(wrong).toEqual([])
}, 120_000)

const isNamed = ({ service, path }: PublicRoute, name: string): boolean =>
  name === path || name === `${service} ${path}`

/** As the services route them. Of scripts and styles whose path holds a name, those that a page asks for. */
async function publicRoutes(site: RunningSite): Promise<PublicRoute[]> {
  await using images = await openSite()
  await using text = await openTextSite()
  const gets = ({ routes }: HttpService) =>
    Object.keys(routes).filter((path) => routes[path]?.GET !== undefined)
  const paths = {
    images: gets(images.service),
    text: [...gets(text.service), ...(await assetsOf(site.urls.text, '/'))],
    console: [...openPages, ...(await assetsOf(site.urls.console, '/sign-in'))],
  }
  const all = (['images', 'text', 'console'] as const).flatMap((service) =>
    paths[service].map((path) => ({ service, path })),
  )
  return all.filter(({ path }) => path !== '/assets/:name')
}

async function assetsOf(url: string, page: string): Promise<string[]> {
  const html = await (await fetch(url + page)).text()
  const found = [...html.matchAll(/(?:src|href)="([^"]*assets\/[^"]+)"/g)]
  expect(found.length).toBeGreaterThan(0)
  return found.map(([, address = '']) => new URL(address, url + page).pathname)
}

const ask = (site: RunningSite, { service, path }: PublicRoute, headers: Record<string, string> = {}) =>
  fetch(site.urls[service] + path, { headers, redirect: 'manual', decompress: false })

/** A kept body has a tag by which it is known again, whoever asks, and a compressed form where it is long. */
async function whyNotKept(site: RunningSite, route: PublicRoute): Promise<string | undefined> {
  const { status, headers, ...plain } = await answerTo(site, route)
  if (headers.has('Location') && plain.bytes.length === 0) return undefined
  if (status !== 200) return `it is answered ${status}`
  const tag = headers.get('ETag')
  if (tag === null) return 'it has no entity tag'
  const again = await answerTo(site, route, { 'If-None-Match': tag })
  if (again.status !== 304) return `a client that has it is answered ${again.status}`
  const asked = await answerTo(site, { ...route, path: `${route.path}?nothing=of-ours` })
  if (!Bun.deepEquals(plain.bytes, asked.bytes)) return 'it depends on a query that it does not know'
  const packed = await answerTo(site, route, { 'Accept-Encoding': 'gzip' })
  if (plain.bytes.length > 2_000 && packed.bytes.length >= plain.bytes.length) return 'it is not compressed'
  return undefined
}

async function answerTo(site: RunningSite, route: PublicRoute, headers: Record<string, string> = {}) {
  const answer = await ask(site, route, headers)
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() }
}

const asked = 20
const rounds = 4

/** The least loop time of an answer, in times of that of the cheapest just before: another program may disturb either. */
async function loopTimes(site: RunningSite, route: PublicRoute): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const unit = await loopTimeOf(site, { service: route.service, path: cheapest[route.service] })
    ratios.push((await loopTimeOf(site, route)) / unit)
  }
  return Math.min(...ratios)
}

async function loopTimeOf(site: RunningSite, route: PublicRoute): Promise<number> {
  const ranMs = () => threadTimes(`/proc/${site.pid}/task/${site.pid}`)?.processorMs ?? 0
  const beganMs = ranMs()
  for (let count = 0; count < asked; count++) await (await ask(site, route)).bytes()
  return ranMs() - beganMs
}
