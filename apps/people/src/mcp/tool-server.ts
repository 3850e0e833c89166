import packageJson from '../../package.json' with { type: 'json' }
import { print } from '../print.ts'
import { readArguments } from './arguments.ts'
import { answerLine, isRecord, RpcError, type RpcRequest, type RpcServer, rpcCode } from './json-rpc.ts'
import { adviceFor, createTools, type ToolOptions } from './tools.ts'

/** Supported versions of the Model Context Protocol, the newest first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
/** The only version with several messages in one line. */
const versionWithBatches = '2025-03-26'
const maxLineCharacters = 8 * 1024 * 1024

/** Creates a server of the Model Context Protocol with the tools of this program. */
export function createToolServer(options: ToolOptions): RpcServer {
  const tools = createTools(options)
  const running = new Map<unknown, AbortController>()
  let version: string | undefined

  async function callTool({ id, params }: RpcRequest): Promise<object> {
    const { name, arguments: given = {} } = params
    const tool = tools.find((one) => one.name === name)
    if (tool === undefined) {
      const known = tools.map((one) => one.name).join(', ')
      throw new RpcError(rpcCode.params, `There is no tool "${String(name)}". There are: ${known}.`)
    }
    if (!isRecord(given)) throw new RpcError(rpcCode.params, 'The arguments must be an object.')
    const controller = new AbortController()
    running.set(id, controller)
    const answer = answerWithout(options.key)
    try {
      return await answer(async () => tool.run(readArguments(tool.inputSchema, given), controller.signal))
    } finally {
      running.delete(id)
    }
  }

  return {
    takesBatches: () => version === versionWithBatches,
    async handle(request) {
      const { method, params } = request
      switch (method) {
        case 'initialize':
          version = versions.find((one) => one === params.protocolVersion) ?? versions[0]
          return {
            protocolVersion: version,
            capabilities: { tools: { listChanged: false } },
            serverInfo: { name: 'pictoglyph', version: packageJson.version },
          }
        case 'ping':
          return {}
        case 'tools/list':
          return { tools: tools.map(({ run: _, ...described }) => described) }
        case 'tools/call':
          return callTool(request)
        case 'notifications/cancelled':
          running.get(params.requestId)?.abort(new Error('The call was cancelled.'))
          return undefined
        default:
          if (method.startsWith('notifications/')) return undefined
          throw new RpcError(rpcCode.method, `There is no method "${method}".`)
      }
    },
  }
}

/** Converts results and errors to answers that never contain the key. */
function answerWithout(key: string | undefined) {
  const hidden = (text: string) => (key === undefined || key === '' ? text : text.replaceAll(key, '[key]'))
  return async (work: () => Promise<object>): Promise<object> => {
    try {
      const text = hidden(JSON.stringify(await work()))
      return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
    } catch (error) {
      return { content: [{ type: 'text', text: hidden(adviceFor(error)) }], isError: true }
    }
  }
}

/** Answers the lines of standard input until it ends, several in parallel. */
export async function serveStandardInput(server: RpcServer): Promise<void> {
  const answers = new Set<Promise<void>>()
  for await (const line of linesOf(process.stdin as AsyncIterable<Buffer>)) {
    if (line.trim() === '') continue
    const answer = answerLine(server, line).then((text) => {
      if (text !== undefined) print(text)
      answers.delete(answer)
    })
    answers.add(answer)
  }
  await Promise.all(answers)
}

async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of input) {
    text += decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    yield* lines
    if (text.length > maxLineCharacters)
      throw new Error(`A message is longer than ${maxLineCharacters} characters.`)
  }
  yield text + decoder.decode()
}
