import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** One request to the store. */
export interface Asked {
  method: string
  /** The key without the bucket. */
  key: string
  query: URLSearchParams
  header(name: string): string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  hasObject: boolean
}

/** Answers a request in place of the store with a status and a code; `undefined` lets the store answer. */
export type Quirk = (asked: Asked) => [status: number, code: string] | undefined

/** An S3 store in memory on a free loopback port, with one bucket and the test's quirks. */
interface QuirkyStore extends AsyncDisposable {
  readonly url: string
  readonly objects: Map<string, Buffer>
  readonly asked: Asked[]
  quirks: Quirk[]
  /** Whether answers to GET and HEAD are chunked and have no length. */
  tellsNoLength: boolean
  /** Whether every page of a list is the first. */
  listsFromStart: boolean
}

/** Starts a store that requires the SHA-256 of each body, and checks the checksum and the condition. */
export async function startQuirkyStore(...quirks: Quirk[]): Promise<QuirkyStore> {
  const objects = new Map<string, Buffer>()
  const parts = new Map<string, Buffer[]>()

  function carryOut(asked: Asked, body: Buffer, answer: ServerResponse): void {
    const { method, key, query } = asked
    if (asked.header('x-amz-content-sha256') !== digest('sha256', body).toString('hex')) {
      refuse(answer, 400, 'XAmzContentSHA256Mismatch')
      return
    }
    const checksum = asked.header('x-amz-checksum-sha256')
    if (checksum !== undefined && checksum !== digest('sha256', body).toString('base64')) {
      refuse(answer, 400, 'BadDigest')
      return
    }
    for (const quirk of store.quirks) {
      const refusal = quirk(asked)
      if (refusal !== undefined) {
        refuse(answer, ...refusal)
        return
      }
    }
    const uploadId = query.get('uploadId') ?? ''
    if (method === 'POST' && query.has('uploads')) {
      const id = crypto.randomUUID()
      parts.set(id, [])
      answer.end(`<R><UploadId>${id}</UploadId></R>`)
      return
    }
    if (method === 'PUT' && uploadId !== '') {
      parts.get(uploadId)?.push(body)
      answer.writeHead(200, { etag: tagOf(body) }).end()
      return
    }
    if (method === 'POST') {
      objects.set(key, Buffer.concat(parts.get(uploadId) ?? []))
      answer.end('<R></R>')
      return
    }
    if (method === 'DELETE') {
      if (uploadId === '') objects.delete(key)
      answer.writeHead(204).end()
      return
    }
    if (method === 'PUT') {
      if (asked.hasObject && asked.header('if-none-match') === '*') {
        refuse(answer, 412, 'PreconditionFailed')
        return
      }
      objects.set(key, body)
      answer.writeHead(200, { etag: tagOf(body) }).end()
      return
    }
    if (query.has('list-type')) list(query, answer)
    else read(asked, answer)
  }

  function list(query: URLSearchParams, answer: ServerResponse): void {
    const after = store.listsFromStart ? '' : (query.get('start-after') ?? '')
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    const page = keys.sort().slice(0, Number(query.get('max-keys') ?? 1_000))
    const contents = page.map((key) => {
      const size = objects.get(key)?.length
      const facts = `<Size>${size}</Size><LastModified>2026-01-01T00:00:00Z</LastModified>`
      return `<Contents><Key>${encodeURIComponent(key)}</Key>${facts}</Contents>`
    })
    const isTruncated = `<IsTruncated>${page.length < keys.length}</IsTruncated>`
    answer.end(`<ListBucketResult>${isTruncated}${contents.join('')}</ListBucketResult>`)
  }

  function read({ key, header }: Asked, answer: ServerResponse): void {
    const bytes = objects.get(key)
    if (bytes === undefined) {
      refuse(answer, 404, 'NoSuchKey')
      return
    }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(header('range') ?? '') ?? []
    const part = start === undefined ? bytes : bytes.subarray(Number(start), Number(end) + 1)
    answer.statusCode = start === undefined ? 200 : 206
    answer.setHeader('etag', tagOf(bytes))
    if (start !== undefined)
      answer.setHeader('content-range', `bytes ${start}-${Number(start) + part.length - 1}/${bytes.length}`)
    if (!store.tellsNoLength) answer.setHeader('content-length', part.length)
    else answer.setHeader('transfer-encoding', 'chunked')
    answer.write(part)
    answer.end()
  }

  async function take(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request))
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
    const key = pathname.replace(/^\/[^/]+\/?/, '')
    const header = (name: string) => request.headers[name]?.toString()
    const method = request.method ?? ''
    const asked = { method, key, query, header, headers: request.headers, body, hasObject: objects.has(key) }
    store.asked.push(asked)
    carryOut(asked, body, answer)
  }

  const server = createServer((request, answer) => void take(request, answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The store has no port.')
  const store: QuirkyStore = {
    url: `http://127.0.0.1:${address.port}`,
    objects,
    asked: [],
    quirks,
    tellsNoLength: false,
    listsFromStart: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return store
}

function refuse(answer: ServerResponse, status: number, code: string): void {
  answer.writeHead(status).end(`<Error><Code>${code}</Code><Message>as told</Message></Error>`)
}

function digest(algorithm: string, bytes: Buffer): Buffer {
  return createHash(algorithm).update(bytes).digest()
}

function tagOf(bytes: Buffer): string {
  return `"${digest('md5', bytes).toString('hex')}"`
}
