import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { createConsoleService } from '@pictoglyph/console'
import { consoleOptions } from '@pictoglyph/console/test/console-options'
import { createSignedInVisitor, type Visitor } from '@pictoglyph/console/test/visitor'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { noProgress } from '@pictoglyph/site/care/progress'
import { hashSecret } from '@pictoglyph/site/keys/key-gate'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { serveService } from '@pictoglyph/web/serve-service'
import { freePort } from '@pictoglyph/web/test/free-port'
import { importImages } from '../../apps/cli/src/archive/import-images.ts'

/** One site with both services that take uploads, and somebody who is signed in. */
export interface SiteWithDoors extends AsyncDisposable {
  site: SiteFixture
  visitor: Visitor
  /** Rows of images, deleted ones too. */
  images(): number
}

/** Where clients seem to come from, for those doors whose service trusts the proxy that says so. */
export const clientAddress = '192.0.2.1'

const proxies = createNetworkSet([parseCidr('127.0.0.0/8'), parseCidr('::1/128')])

export async function openSiteWithDoors(): Promise<SiteWithDoors> {
  await using opened = new AsyncDisposableStack()
  const site = opened.use(await openSite({ trustedProxies: proxies }))
  const limiter = opened.adopt(createMemoryLimiter(), (open) => open.close())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const options = consoleOptions({ site: site.ports, limiter, url })
  const service = createConsoleService({ ...options, trustedProxies: proxies })
  const running = serveService(service, {
    hostname: 'localhost',
    port,
    connectionTimeoutSeconds: 30,
    maxBodyBytes: Number.MAX_SAFE_INTEGER,
  })
  opened.defer(() => running.stop(0))
  const visitor = await createSignedInVisitor({ url, site: site.ports }, { id: site.userId })
  const rows = opened.use(new Database(join(site.directory, 'site.db'), { readonly: true }))
  const held = opened.move()
  return {
    site,
    visitor,
    images: () => rows.query<{ n: number }, []>('SELECT count(*) AS n FROM images').get()?.n ?? 0,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** A way in for an image. */
export interface Door {
  /** Where `upload` or `tryUpload` is called for it. */
  source: string
  /** Whose key it uses; the others are for who is signed in. */
  key: 'none' | 'plain' | 'guest link'
  /** Sends a new picture, and tells what became of it: `accepted`, or what the answer says instead. */
  send(where: SiteWithDoors, key: string): Promise<string>
}

let pictures = 0
const from = { 'X-Forwarded-For': clientAddress }

async function postByKey({ site }: SiteWithDoors, key: string, query = ''): Promise<string> {
  const body = new FormData()
  body.set('categoryId', site.categoryId)
  body.set('file', pngFile(++pictures))
  const headers = { ...from, Authorization: `Bearer ${key}` }
  const answer = await fetch(`${site.url}/api/v1/upload${query}`, { method: 'POST', headers, body })
  const { ok, data, error } = await answer.json()
  if (!ok) return error.code
  return data.accepted === false ? data.problems[0].code : 'accepted'
}

/** Every door there is; a test holds that no caller of `upload` is missing. */
export const doors: Record<string, Door> = {
  'the API': { source: 'apps/images/src/upload/upload-route.ts', key: 'plain', send: postByKey },
  'a dry run of the API': {
    source: 'apps/images/src/upload/upload-route.ts',
    key: 'plain',
    send: (where, key) => postByKey(where, key, '?dryRun=1'),
  },
  // Its page sends to the address of the API, with the key of the link.
  'the page of a guest link': {
    source: 'apps/images/src/upload/upload-route.ts',
    key: 'guest link',
    async send(where, key) {
      const page = await (await fetch(`${where.site.url}/drop`)).text()
      if (!/data-address="[^"]*api\/v1\/upload"/.test(page)) throw new Error('the page sends elsewhere')
      return postByKey(where, key)
    },
  },
  'the console': {
    source: 'apps/console/src/upload/receive-upload.ts',
    key: 'none',
    async send({ visitor, site }) {
      const body = new FormData()
      body.set('csrf', await visitor.token())
      body.set('categoryId', site.categoryId)
      body.set('file', pngFile(++pictures))
      const headers = { ...from, Accept: 'application/json' }
      const answer = await visitor.send('/upload', { method: 'POST', headers, body })
      const { ok, error } = await answer.json()
      return ok ? 'accepted' : (error.code ?? error.message)
    },
  },
  'what a phone shares': {
    source: 'apps/console/src/upload/receive-shared.ts',
    key: 'none',
    async send({ visitor }) {
      const body = new FormData()
      body.append('files', pngFile(++pictures))
      const headers = { ...from, 'Sec-Fetch-Site': 'none' }
      const answer = await visitor.send('/share', { method: 'POST', headers, body })
      const page = await answer.text()
      return answer.ok && /name="id" value="\w+"/.test(page) ? 'accepted' : `${answer.status} ${page}`
    },
  },
  'the test of a key': {
    source: 'apps/console/src/keys/key-routes.ts',
    key: 'plain',
    async send({ visitor, site }, key) {
      const holder = await site.ports.database.keys.bySecretHash(hashSecret(site.ports, key))
      const body = new URLSearchParams({ csrf: await visitor.token() })
      const path = `/keys/${holder?.key.id}/test`
      const answer = await visitor.send(path, { method: 'POST', headers: from, body })
      const isLedOn = /^\/(images|keys)\//.test(answer.headers.get('location') ?? '')
      return isLedOn ? 'accepted' : `${answer.status} ${await answer.text()}`
    },
  },
  'an import of the operator': {
    source: 'apps/cli/src/archive/import-images.ts',
    key: 'none',
    async send({ site }) {
      const user = await site.ports.database.users.byId(site.userId)
      if (user === undefined) throw new Error('the user is gone')
      const file = pngFile(++pictures)
      const planned = {
        path: file.name,
        file: { path: file.name, sizeBytes: file.size, changedAtMs: 0, open: async () => file.stream() },
        name: file.name,
        title: '',
        description: '',
        albums: [],
        category: undefined,
        createdAtMs: undefined,
        expiresAtMs: null,
        hash: undefined,
        address: undefined,
        page: undefined,
      }
      let told = ''
      const options = { categoryId: site.categoryId, progress: noProgress('', 1) }
      await importImages(
        { ...site.ports, keyLimiter: createMemoryLimiter() },
        user,
        [planned],
        options,
        (_, outcome) => {
          told = outcome.kind === 'refused' ? outcome.failure.code : outcome.kind
        },
      )
      return told === 'imported' ? 'accepted' : told
    },
  },
}
