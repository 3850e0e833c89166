import { expect } from 'bun:test'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningSite } from '../site/running-site.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string): Promise<string> => Bun.file(join(root, 'deploy/monitoring', path)).text()

interface Rules {
  groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[]
}

interface Dashboard {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
}

/** The alerts and the panels that are shipped. */
export const rules = (Bun.YAML.parse(await read('alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules)
export const { panels } = JSON.parse(await read('dashboard.json')) as Dashboard

/** Has each counter of the site that begins with its first event count one; the store is lost at the end. */
export async function provoke({ urls, credentials }: RunningSite, blobs: string): Promise<void> {
  const upload = (key: string, file: string) => {
    const form = new FormData()
    form.set('categoryId', credentials?.categoryId ?? '')
    form.set('file', Bun.file(join(root, file)))
    const headers = { authorization: `Bearer ${key}` }
    return fetch(`${urls.images}/api/v1/upload`, { method: 'POST', headers, body: form })
  }
  const key = credentials?.apiKey ?? ''
  const { data } = (await (await upload(key, 'examples/photograph.jpg')).json()) as { data: { url: string } }
  await (await fetch(data.url.replace(/^https?:\/\/[^/]+/, urls.images))).bytes()
  await (await upload('none', 'examples/photograph.jpg')).text()
  const options = `${urls.text}/api/public/options`
  let status = 0
  for (let sent = 0; sent < 700 && status !== 429; sent++) status = (await fetch(options)).status
  await rename(blobs, `${blobs}-gone`)
  const refused = await upload(key, 'docs/screenshots/gallery.png')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([500, '10'])
  expect((await fetch(`${urls.images}/readyz`)).status).toBe(503)
}
