import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { require } from '../proof/proof.ts'
import { uploadImage } from '../site/image-client.ts'
import { runPictoglyph } from '../site/run-pictoglyph.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'

const plantedKey = 'planted cipher key 7Hq2'
const plantedText = 'planted plain text 9Zk4'
const wrongPassword = 'planted wrong password 3Xw8'
const unknownKey = `pgl_planted${'5'.repeat(26)}`
const s3Secret = 'plantedS3secret6Jd1'

interface SecretFigures {
  secrets: number
  placesSearched: number
}

interface Place {
  name: string
  bytes: Buffer
}

/**
 * Uses every kind of secret, rightly and wrongly, with and without failures, and searches for them wherever they
 * could have got to: answers, logs, files of the site, a backup.
 * @throws if one is found
 */
export async function provePlantedSecrets(): Promise<SecretFigures> {
  await using backups = await temporaryDirectory()
  const places: Place[] = []
  // The console knows its own address, by which it takes forms.
  const consolePort = String(await freePort())
  await using first = await startUnlimitedSite({
    services: 'images,text,console',
    environment: {
      AWS_SECRET_ACCESS_KEY: s3Secret,
      AWS_ACCESS_KEY_ID: 'planted',
      PICTOGLYPH_CONSOLE_PORT: consolePort,
    },
  })
  const credentials = first.credentials!
  const site: RunningSite = first
  await useSecrets(site, `http://localhost:${consolePort}`, places)
  await failWithSecrets(first, places)
  places.push({ name: 'the log', bytes: Buffer.from(site.log()) })
  await site.stop()

  const { dataDirectory } = first
  await using again = await startSite({ dataDirectory, services: 'images,text,console' })
  places.push({ name: 'the output of a second start', bytes: Buffer.from(again.output() + again.log()) })
  const backup = join(backups.path, 'backup')
  for (const command of [
    ['backup', backup, '--json'],
    ['key', 'list', '--json'],
    ['user', 'list', '--json'],
    ['fsck'],
  ]) {
    const { stdout, stderr } = await runPictoglyph(dataDirectory, command)
    places.push({ name: `the output of ${command[0]}`, bytes: Buffer.from(stdout + stderr) })
  }
  places.push(...filesUnder(dataDirectory), ...filesUnder(backup))

  const secrets: Record<string, string> = {
    'API key': credentials.apiKey,
    password: credentials.password,
    'wrong password': wrongPassword,
    'unknown key': unknownKey,
    'cipher key': plantedKey,
    'plain text': plantedText,
    'S3 secret': s3Secret,
  }
  for (const [kind, secret] of Object.entries(secrets)) requireNowhere(kind, secret, places)
  return { secrets: Object.keys(secrets).length, placesSearched: places.length }
}

async function useSecrets(site: RunningSite, testConsole: string, places: Place[]): Promise<void> {
  const credentials = site.credentials!
  const { images, text } = site.urls
  const note = async (name: string, answer: Response) => {
    const headers = [...answer.headers].map(([header, value]) => `${header}: ${value}\n`).join('')
    places.push({
      name: `the answer to ${name}`,
      bytes: Buffer.concat([Buffer.from(headers), await answer.bytes()]),
    })
  }
  const uploaded = await uploadImage(site, credentials, sampleImage(1))
  require(uploaded.status === 200, `An upload was answered ${uploaded.status}.`)
  await note('a page', await fetch(`${images}/p/${uploaded.id}`))
  for (const key of [credentials.apiKey, unknownKey]) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': `multipart/form-data; boundary=${key}` }
    await note('a bad upload', await fetch(`${images}/api/v1/upload`, { method: 'POST', headers, body: key }))
  }
  for (const algorithmId of ['aesgcm', 'classic', 'nowhere']) {
    const body = JSON.stringify({ text: plantedText, charsetId: 'roar', algorithmId, key: plantedKey })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const encrypted = await fetch(`${text}/api/public/encrypt`, init)
    await note('encrypt', encrypted)
    const decrypt = JSON.stringify({ cipher: plantedText, key: plantedKey })
    await note('decrypt', await fetch(`${text}/api/public/decrypt`, { ...init, body: decrypt }))
  }
  const signInPage = await fetch(`${testConsole}/sign-in`)
  const cookie = signInPage.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const csrf = /name="csrf" value="([^"]+)"/.exec(await signInPage.text())?.[1] ?? ''
  for (const password of [wrongPassword, credentials.password]) {
    const body = new URLSearchParams({ csrf, name: credentials.userName, password })
    const headers = { origin: testConsole, cookie }
    const answer = await fetch(`${testConsole}/sign-in`, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    })
    if (password !== wrongPassword) {
      require(answer.status === 303 || answer.status === 302, `Signing in was answered ${answer.status}.`)
      const session = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      for (const path of ['/', '/account', '/keys', '/audit']) {
        await note(`the page ${path}`, await fetch(testConsole + path, { headers: { cookie: session } }))
      }
    }
    await note('signing in', answer)
  }
}

/** Failures write the longest lines into the log. */
async function failWithSecrets(
  site: RunningSite & { dataDirectory: string },
  places: Place[],
): Promise<void> {
  const blobs = join(site.dataDirectory, 'blobs')
  await rename(blobs, `${blobs}-away`)
  const failed = await uploadImage(site, site.credentials!, sampleImage(2))
  await rename(`${blobs}-away`, blobs)
  require(failed.status === 500, `Without its directory an upload was answered ${failed.status}.`)
  places.push({ name: 'the answer to a failed upload', bytes: Buffer.from(JSON.stringify(failed)) })
}

function filesUnder(directory: string): Place[] {
  if (!existsSync(directory)) throw new Error(`${directory} is not there.`)
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { name: path, bytes: readFileSync(path) }
    })
}

/** As it is, and as addresses, forms, JSON and Base64 have it. */
function requireNowhere(kind: string, secret: string, places: readonly Place[]): void {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1)
  const forms = [
    secret,
    encodeURIComponent(secret),
    secret.replaceAll(' ', '+'),
    base64,
    Buffer.from(secret).toString('hex'),
  ]
  for (const { name, bytes } of places) {
    for (const form of new Set(forms)) require(!bytes.includes(form), `The ${kind} stands in ${name}.`)
  }
}
