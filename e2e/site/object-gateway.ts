import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** What a gateway does with a removal that it receives. */
export type RemovalFate =
  /** It is carried out and answered. */
  | 'answer'
  /** It is refused as one too many, and never carried out. */
  | 'refuse'
  /** It is answered with an error of a proxy, and carried out when the test says so. */
  | 'fail'
  /** It is not answered, and carried out when the test says so. */
  | 'hold'
  /** Its connection breaks without an answer, and it is carried out when the test says so. */
  | 'break'

/** An object store in memory that speaks as much of S3 as blobs need, on a free loopback port. */
export interface ObjectGateway extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** The objects that there are, by key. */
  readonly objects: ReadonlyMap<string, Uint8Array>
  /** Removals received so far. */
  readonly removals: number
  /** Called with each object as it is received, before it is kept. */
  onPut: () => void
  /** Called with each removal as it is received, before its fate. */
  onRemoval: () => void
  /** Fates of the next removals, in order, in place of those planned before; those after them are answered. */
  plan(...fates: RemovalFate[]): void
  /** Carries out, late, all removals that were not. */
  carryOut(): void
}

/** Starts a gateway with one empty bucket of whatever name. */
export async function startObjectGateway(): Promise<ObjectGateway> {
  const objects = new Map<string, Uint8Array>()
  const fates: RemovalFate[] = []
  const late: string[] = []
  let removals = 0

  function remove(key: string, answer: ServerResponse): void {
    removals += 1
    gateway.onRemoval()
    const fate = fates.shift() ?? 'answer'
    if (fate === 'answer') objects.delete(key)
    else if (fate !== 'refuse') late.push(key)
    if (fate === 'answer') answer.writeHead(204).end()
    if (fate === 'refuse') refuse(answer, 503, 'SlowDown')
    if (fate === 'fail') answer.writeHead(504).end('Gateway Timeout')
    if (fate === 'break') answer.socket?.destroy()
  }

  async function put(request: IncomingMessage, key: string, answer: ServerResponse): Promise<void> {
    const bytes = Buffer.concat(await Array.fromAsync<Buffer>(request))
    gateway.onPut()
    const isTaken = objects.has(key) && request.headers['if-none-match'] === '*'
    if (isTaken) refuse(answer, 412, 'PreconditionFailed')
    else {
      objects.set(key, bytes)
      answer.writeHead(200, { etag: tagOf(bytes) }).end()
    }
  }

  function read(key: string, answer: ServerResponse): void {
    const bytes = objects.get(key)
    if (bytes === undefined) refuse(answer, 404, 'NoSuchKey')
    else answer.writeHead(200, { etag: tagOf(bytes), 'content-length': bytes.length }).end(bytes)
  }

  function list(answer: ServerResponse): void {
    const contents = [...objects].sort(([one], [other]) => (one < other ? -1 : 1)).map(listed)
    answer
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`)
  }

  const server = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const key = pathname.replace(/^\/[^/]+\/?/, '')
    if (searchParams.has('list-type')) list(answer)
    else if (request.method === 'PUT') void put(request, key, answer)
    else if (request.method === 'DELETE') remove(key, answer)
    else read(key, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The gateway has no port.')

  const gateway: ObjectGateway = {
    url: `http://127.0.0.1:${address.port}`,
    objects,
    get removals() {
      return removals
    },
    onPut: () => {},
    onRemoval: () => {},
    plan: (...next) => void fates.splice(0, fates.length, ...next),
    carryOut() {
      for (const key of late.splice(0)) objects.delete(key)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return gateway
}

function refuse(answer: ServerResponse, status: number, code: string): void {
  answer.writeHead(status).end(`<Error><Code>${code}</Code><Message>no</Message></Error>`)
}

function listed([key, { length }]: [string, Uint8Array]): string {
  const modified = '<LastModified>2026-01-31T12:00:00.000Z</LastModified>'
  return `<Contents><Key>${key}</Key>${modified}<Size>${length}</Size></Contents>`
}

function tagOf(bytes: Uint8Array): string {
  return `"${new Bun.CryptoHasher('md5').update(bytes).digest('hex')}"`
}
