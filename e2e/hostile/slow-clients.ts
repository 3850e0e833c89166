import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Form } from '../proof/proof.ts'
import { require } from '../proof/proof.ts'
import { requirePrograms } from '../services/packages.ts'
import { uploadImage } from '../site/image-client.ts'
import type { RunningSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'
import { sendCanary } from './canary.ts'

const connections = 200
const seconds = { short: 6, long: 30 } as const satisfies Record<Form, number>
const maxCanaryMs = 2_000

type Attack = 'headers' | 'body' | 'read'

/** Connections that are slow in one way or another must not keep others from being served. @throws if they do */
export async function proveSlowClients(form: Form): Promise<string> {
  await requirePrograms({ slowhttptest: 'slowhttptest' })
  await using site = await startUnlimitedSite()
  const image = await uploadImage(site, site.credentials!, sampleImage(1, 3_000_000))
  require(image.url !== undefined, `An upload was answered ${image.status} ${image.code}.`)
  const slowest: string[] = []
  for (const attack of ['headers', 'body', 'read'] as const) {
    const maxMs = await attacked(site, attack, `${site.urls.images}/i/${image.id}`, seconds[form])
    slowest.push(`${attack} ${Math.round(maxMs)} ms`)
  }
  return `${connections} connections for ${seconds[form]} s each; slowest upload meanwhile: ${slowest.join(', ')}`
}

async function attacked(
  site: RunningSite,
  attack: Attack,
  imageUrl: string,
  lastsSeconds: number,
): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-slow-'))
  const child = Bun.spawn(
    ['slowhttptest', ...parameters(site, attack, imageUrl), '-l', String(lastsSeconds)],
    {
      cwd: directory,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    },
  )
  let slowestMs = 0
  let canaries = 0
  try {
    while (child.exitCode === null) {
      const beganMs = performance.now()
      await sendCanary(site)
      slowestMs = Math.max(slowestMs, performance.now() - beganMs)
      canaries += 1
      await Bun.sleep(200)
    }
  } finally {
    child.kill('SIGKILL')
    await child.exited
    await rm(directory, { recursive: true, force: true })
  }
  require(canaries > lastsSeconds / 2, `slowhttptest ended after ${canaries} uploads.`)
  require(slowestMs < maxCanaryMs, `Under slow ${attack}, an upload took ${Math.round(slowestMs)} ms.`)
  return slowestMs
}

function parameters(site: RunningSite, attack: Attack, imageUrl: string): string[] {
  const every = ['-c', String(connections), '-r', '100', '-i', '2', '-p', '3']
  const upload = `${site.urls.images}/api/v1/upload`
  switch (attack) {
    case 'headers':
      return ['-H', '-u', upload, ...every]
    case 'body':
      return [
        '-B',
        '-u',
        `${site.urls.text}/api/public/encrypt`,
        '-s',
        '100000',
        '-f',
        'application/json',
        ...every,
      ]
    case 'read':
      return [
        '-X',
        '-u',
        imageUrl,
        '-w',
        '512',
        '-y',
        '1024',
        '-n',
        '5',
        '-z',
        '32',
        '-k',
        '3',
        '-c',
        String(connections),
        '-r',
        '100',
        '-p',
        '3',
      ]
  }
}
