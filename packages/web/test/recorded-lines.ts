/** Replaces values that differ from run to run by names in order of appearance. */
interface StableNames {
  /** Replaces a value from now on. */
  name(value: string, as: string): void
  /** Replaces every value of a pattern from now on. */
  hide(values: RegExp, as: string): void
  /** The text with all names in it. */
  in(text: string): string
}

/** @param kinds patterns of values with a name each; a value of a pattern is numbered when it first appears */
export function createStableNames(kinds: Readonly<Record<string, RegExp>>): StableNames {
  const named = new Map<string, string>()
  const hidden: [RegExp, string][] = []
  const numbered = new Map<string, string[]>()
  return {
    name: (value, as) => void named.set(value, as),
    hide: (values, as) => void hidden.push([values, as]),
    in(text) {
      let stable = text
      for (const [value, as] of named) stable = stable.replaceAll(value, as)
      for (const [values, as] of hidden) stable = stable.replace(values, as)
      for (const [kind, pattern] of Object.entries(kinds)) {
        const seen = numbered.get(kind) ?? []
        numbered.set(kind, seen)
        stable = stable.replace(pattern, (value) => {
          if (!seen.includes(value)) seen.push(value)
          return `${kind}-${seen.indexOf(value) + 1}`
        })
      }
      return stable
    },
  }
}

const digest = (text: string) => Bun.hash(text).toString(36).slice(0, 6)

/** A line of more letters as its beginning and a digest. */
const abridged = (line: string, most: number): string =>
  line.length <= most ? line : `${line.slice(0, 60)}… (${line.length} letters, ${digest(line)})`

/** A page as lines: each opening tag with the text that follows; of an image in it, and of styles, a few letters. */
export function linesOfHtml(html: string): string[] {
  const plain = (words: string) =>
    words.replace(/ (?:viewBox|fill|stroke[\w-]*|width|height|xmlns)="[^"]*"/g, '')
  return html
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<svg([^>]*)>([\s\S]*?)<\/svg>/g, (_, words: string, shapes: string) =>
      words.includes('qr-code') ? `<svg${plain(words)}>` : `<svg${plain(words)}>${digest(words + shapes)} `,
    )
    .replace(/<\/\w+>/g, ' ')
    .replace(/\s+/g, ' ')
    .split(/ ?(?=<[a-z!])/)
    .map((line) => abridged(line.trim(), 2_000))
    .filter((line) => line !== '')
}

/** Requests to a service, each recorded with its answer. Equal answers, and equal headers, appear once. */
export interface RecordedTour {
  readonly names: StableNames
  /** Adds a heading. */
  about(part: string): void
  /** Sends a request; `said` replaces the line of the request. */
  ask(path: string, request?: TourRequest, said?: string): Promise<Response>
  /** The requests and answers, with all names that are known now. */
  lines(): string[]
}

type TourRequest = RequestInit & { headers?: Record<string, string> }

interface RecordedAnswer {
  said: string
  head: string[]
  body: string[]
}

/** @param url base address of the service, without a final slash */
export function createRecordedTour(url: string, kinds: Readonly<Record<string, RegExp>>): RecordedTour {
  const names = createStableNames({ hash: /(?<=\/[\w-]+[.-])[0-9a-f]{16}(?=\.js)/g, ...kinds })
  names.name(url, 'URL')
  const recorded: (string | RecordedAnswer)[] = []
  const known = new Set<string>()
  return {
    names,
    about: (part) => void recorded.push(`\n# ${part}`),
    async ask(path, request = {}, said) {
      const { method = 'GET', headers = {} } = request
      const answer = await fetch(url + path, { redirect: 'manual', decompress: false, ...request })
      const sent = Object.entries(headers).filter(([name]) => name !== 'Authorization')
      recorded.push({
        said: said ?? [`${method} ${path}`, ...sent.map((one) => one.join(': '))].join(' | '),
        ...(await linesOfAnswer(answer.clone(), known)),
      })
      return answer
    },
    lines() {
      const heads = new Map<string, string>()
      const answers = new Map<string, string>()
      return recorded.flatMap((one) => {
        if (typeof one === 'string') return one.split('\n')
        const said = names.in(one.said)
        const [head, body] = [names.in(one.head.join('\n')), one.body.map(names.in)]
        const whole = [head, ...body].join('\n')
        const [sameAnswer, sameHead] = [answers.get(whole), heads.get(head)]
        answers.set(whole, sameAnswer ?? said)
        heads.set(head, sameHead ?? said)
        if (sameAnswer !== undefined) return [said, `${one.head[0]}, as: ${sameAnswer}`]
        if (sameHead !== undefined) return [said, `${one.head[0]}, headers as of: ${sameHead}`, ...body]
        return [said, ...head.split('\n'), ...body]
      })
    },
  }
}

/** The lines of an answer's status and headers, and of its body. Lines that an earlier page had are counted. */
async function linesOfAnswer(
  answer: Response,
  known: Set<string>,
): Promise<{ head: string[]; body: string[] }> {
  const type = answer.headers.get('content-type') ?? ''
  const isText = /^text\/html|json/.test(type)
  const requestId = answer.headers.get('x-request-id') ?? 'x-request-id'
  const headers = [...answer.headers]
    .filter(([name]) => name !== 'date' && !(isText && name === 'content-length'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `  ${name}: ${value.replace(/'sha256-[^']*'/g, 'SHA256')}`)
  const body = linesOfBody(type, answer.headers.get('content-encoding'), await answer.bytes(), known)
  const withoutId = (line: string) => line.replaceAll(requestId, 'REQUEST')
  return {
    head: [`  ${answer.status}`, ...headers.map(withoutId)],
    body: body.map((line) => `    ${withoutId(line)}`),
  }
}

function linesOfBody(type: string, encoding: string | null, bytes: Uint8Array, known: Set<string>): string[] {
  const text = new TextDecoder().decode(bytes)
  if (bytes.length === 0) return []
  if (encoding !== null) return ['(encoded)']
  if (/^text\/html/.test(type)) return shortened(linesOfHtml(text), known)
  if (/^application\/json/.test(type)) return linesOfJson(JSON.parse(text))
  if (/^text\/plain|svg/.test(type)) return text.trimEnd().split('\n')
  return type.startsWith('text/') ? ['(text)'] : [`(${bytes.length} bytes)`]
}

/** Counts runs of lines that an earlier page had too. */
export function shortened(lines: readonly string[], known: Set<string>): string[] {
  const isKnown = lines.map((line) => known.has(line))
  for (const line of lines) known.add(line)
  const shown: string[] = []
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && isKnown[end]) end += 1
    if (end - at > 2) shown.push(`… ${end - at} known lines`)
    else shown.push(...lines.slice(at, end))
    if (end < lines.length) shown.push(lines[end] ?? '')
    at = end + 1
  }
  return shown
}

/** A value as JSON, in several lines if one would be long. */
export function linesOfJson(value: unknown): string[] {
  const whole = JSON.stringify(value)
  if (typeof value === 'string') return [abridged(whole, 400)]
  if (whole.length <= 120 || typeof value !== 'object' || value === null) return [whole]
  const isList = Array.isArray(value)
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const [first = '', ...others] = linesOfJson(part)
    return [isList ? first : `${name}: ${first}`, ...others].map((line) => `  ${line}`)
  })
  return [isList ? '[' : '{', ...parts, isList ? ']' : '}']
}
