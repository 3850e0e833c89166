import { type CephGateway, startCephGateway } from './ceph.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Redis, startRedis } from './redis.ts'

/** All that Pictoglyph can run on beyond its own process. */
interface Services extends AsyncDisposable {
  postgres: Postgres
  redis: Redis
  s3: CephGateway
  /** What tests find them by. */
  environment: Record<string, string>
}

/** Starts PostgreSQL, Redis and the S3 gateway side by side; stops all of them when one can't start. */
export async function startServices(): Promise<Services> {
  await using cleanup = new AsyncDisposableStack()
  const starting = [startPostgres(), startRedis(), startCephGateway()] as const
  const outcomes = await Promise.allSettled(starting)
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') cleanup.use(outcome.value)
  const [postgres, redis, s3] = await Promise.all(starting)
  const disposal = cleanup.move()
  return {
    postgres,
    redis,
    s3,
    environment: {
      PICTOGLYPH_TEST_SERVICES: '1',
      PICTOGLYPH_TEST_POSTGRES_URL: postgres.url,
      PICTOGLYPH_TEST_REDIS_URL: redis.url,
      PICTOGLYPH_TEST_S3_URL: `s3://${s3.bucket}?endpoint=${encodeURIComponent(s3.endpoint)}&region=${s3.region}`,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  }
}
