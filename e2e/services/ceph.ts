import { freePort } from '@pictoglyph/web/test/free-port'
import { S3Client } from 'bun'
import { startCephCluster } from './ceph-cluster.ts'
import { requirePrograms } from './packages.ts'
import { makeServiceDirectory } from './service-directory.ts'
import type { ServiceProcess } from './service-process.ts'

/** An S3-compatible store of its own: the gateway of Ceph, with an empty bucket. */
export interface CephGateway extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly credentials: { accessKeyId: string; secretAccessKey: string }
  /** Creates a further empty bucket. */
  createBucket(name: string): Promise<void>
  /** Ends the gateway; what is stored stays. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts the gateway again on the same port, after `stop`. */
  start(): Promise<void>
}

const programs = {
  radosgw: 'radosgw',
  'radosgw-admin': 'radosgw',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  monmaptool: 'ceph-base',
  ceph: 'ceph-common',
}
const region = 'us-east-1'
const credentials = { accessKeyId: 'PICTOGLYPHTEST', secretAccessKey: 'only-for-tests-on-loopback' }

/** Starts the store on free loopback ports, installed where missing. It takes about 10 s. */
export async function startCephGateway(): Promise<CephGateway> {
  await requirePrograms(programs)
  await using cleanup = new AsyncDisposableStack()
  const directory = cleanup.use(await makeServiceDirectory('ceph'))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const cluster = cleanup.use(await startCephCluster(directory.path, { port }))

  let gateway: ServiceProcess | undefined
  async function start(): Promise<void> {
    gateway = cluster.launch('The S3 gateway', ['radosgw', '-n', 'client.rgw'])
    await gateway.whenReady(() => isAnswering(endpoint))
  }
  const stop = async (signal?: NodeJS.Signals) => await gateway?.stop(signal)
  cleanup.defer(() => stop())
  await start()

  const user = ['--uid=pictoglyph', '--display-name=Pictoglyph tests']
  const keys = [`--access-key=${credentials.accessKeyId}`, `--secret-key=${credentials.secretAccessKey}`]
  await cluster.run('radosgw-admin', '-n', 'client.rgw', 'user', 'create', ...user, ...keys)
  const createBucket = (name: string) => putBucket(endpoint, name)
  const bucket = 'pictoglyph'
  await createBucket(bucket)

  const disposal = cleanup.move()
  return {
    endpoint,
    region,
    bucket,
    credentials,
    createBucket,
    start,
    stop,
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  }
}

async function isAnswering(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(2_000) })
    await response.bytes()
    return true
  } catch {
    return false
  }
}

/** Signed as for a host that is a bucket itself: then what is put at `/NAME` is the bucket of that name. */
async function putBucket(endpoint: string, name: string): Promise<void> {
  const host = new S3Client({ ...credentials, endpoint, region, virtualHostedStyle: true })
  const response = await fetch(host.presign(name, { method: 'PUT' }), { method: 'PUT' })
  if (!response.ok) throw new Error(`No bucket: ${response.status} ${await response.text()}`)
}
