import { newId } from '@pictoglyph/site/language/ids'
import { freePort } from '@pictoglyph/web/test/free-port'
import { SQL } from 'bun'

/** Whether `npm run test:services` has started what these tests run on. */
export const hasServices = process.env.PICTOGLYPH_TEST_SERVICES === '1'

const given = (name: string): string => process.env[name] ?? ''

/** A database, a folder of the bucket and the limits of no one else. */
export interface SharedParts {
  databaseUrl: string
  blobsUrl: string
  limiterUrl: string
}

/**
 * New parts on the services that are running.
 * @param others takes the place of some of them, such as an own server that may be stopped
 */
export async function newParts(
  others: { s3Endpoint?: string } & Partial<SharedParts> = {},
): Promise<SharedParts> {
  const { s3Endpoint, ...parts } = others
  const s3 = new URL(given('PICTOGLYPH_TEST_S3_URL'))
  if (s3Endpoint !== undefined) s3.searchParams.set('endpoint', s3Endpoint)
  return {
    databaseUrl: parts.databaseUrl ?? (await newDatabase()),
    blobsUrl: parts.blobsUrl ?? `s3://${s3.hostname}/${newId()}${s3.search}`,
    limiterUrl: parts.limiterUrl ?? given('PICTOGLYPH_TEST_REDIS_URL'),
  }
}

/** The S3 gateway's own address, for a proxy to stand before. */
export const s3Endpoint = () => new URL(given('PICTOGLYPH_TEST_S3_URL')).searchParams.get('endpoint') ?? ''

/** What a process needs to be a replica on these parts. */
export function environmentOf({ databaseUrl, blobsUrl, limiterUrl }: SharedParts): Record<string, string> {
  return {
    PICTOGLYPH_DATABASE_URL: databaseUrl,
    PICTOGLYPH_BLOBS_URL: blobsUrl,
    PICTOGLYPH_LIMITER_URL: limiterUrl,
    AWS_ACCESS_KEY_ID: given('AWS_ACCESS_KEY_ID'),
    AWS_SECRET_ACCESS_KEY: given('AWS_SECRET_ACCESS_KEY'),
  }
}

/** Numbers for ports that several processes share. */
export async function freePorts(): Promise<Record<string, string>> {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  return {
    PICTOGLYPH_IMAGES_PORT: String(ports[0]),
    PICTOGLYPH_TEXT_PORT: String(ports[1]),
    PICTOGLYPH_CONSOLE_PORT: String(ports[2]),
  }
}

/** The address of a new, empty database. */
export async function newDatabase(): Promise<string> {
  const url = new URL(given('PICTOGLYPH_TEST_POSTGRES_URL'))
  const name = `replicas_${newId().toLowerCase()}`
  await using sql = new SQL(url.href, { max: 1 })
  await sql.unsafe(`CREATE DATABASE ${name}`)
  url.pathname = `/${name}`
  return url.href
}
