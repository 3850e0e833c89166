/** Codes of JSON-RPC 2.0, section 5.1. */
export const rpcCode = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 } as const

/** Refuses a request as a whole. A failed tool returns a result instead. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A request, or a notification if it has no id. */
export interface RpcRequest {
  id?: string | number
  method: string
  params: Record<string, unknown>
}

type Answer = { jsonrpc: '2.0'; id: string | number | null } & (
  | { result: object }
  | { error: { code: number; message: string } }
)

/** The dependencies of a connection. */
export interface RpcServer {
  /** Whether the negotiated version allows several messages in one line. */
  takesBatches(): boolean
  /** Handles a request; `undefined` for a notification. @throws {RpcError} */
  handle(request: RpcRequest): Promise<object | undefined>
}

/**
 * Answers a line with one or several messages of JSON-RPC 2.0.
 * @returns the line to send back, if there is one
 */
export async function answerLine(server: RpcServer, line: string): Promise<string | undefined> {
  let message: unknown
  try {
    // Some shells write a byte order mark before each line.
    message = JSON.parse(line.replace(/^\ufeff/, ''))
  } catch {
    return JSON.stringify(refusal(null, rpcCode.parse, 'This line is not JSON.'))
  }
  if (!Array.isArray(message)) {
    const answer = await answerOne(server, message)
    return answer === undefined ? undefined : JSON.stringify(answer)
  }
  if (message.length === 0 || !server.takesBatches()) {
    return JSON.stringify(refusal(null, rpcCode.request, 'A message is one JSON object.'))
  }
  const answers = await Promise.all(message.map((one) => answerOne(server, one)))
  const sent = answers.filter((answer) => answer !== undefined)
  return sent.length === 0 ? undefined : JSON.stringify(sent)
}

async function answerOne(server: RpcServer, message: unknown): Promise<Answer | undefined> {
  if (isResponse(message)) return undefined
  const id = idOf(message)
  const request = requestOf(message)
  if (request === undefined) return refusal(id, rpcCode.request, 'This is no request of JSON-RPC 2.0.')
  try {
    const result = await server.handle(request)
    if (request.id === undefined) return undefined
    return { jsonrpc: '2.0', id: request.id, result: result ?? {} }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return request.id === undefined ? undefined : refusal(request.id, error.code, error.message)
  }
}

function refusal(id: Answer['id'], code: number, message: string): Answer {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function requestOf(message: unknown): RpcRequest | undefined {
  if (!isRecord(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string') return undefined
  const { id, method, params = {} } = message
  if (!isRecord(params) || (id !== undefined && typeof id !== 'string' && typeof id !== 'number'))
    return undefined
  return { method, params, ...(id !== undefined && { id }) }
}

function isResponse(message: unknown): boolean {
  return (
    isRecord(message) &&
    message.jsonrpc === '2.0' &&
    !('method' in message) &&
    ('result' in message || 'error' in message)
  )
}

function idOf(message: unknown): Answer['id'] {
  const id = isRecord(message) ? message.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** Whether a value is a JSON object, and no array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
