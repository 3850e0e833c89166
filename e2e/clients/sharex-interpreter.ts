/** What a `.sxcu` file says, as far as image uploaders go (https://getsharex.com/docs/custom-uploader). */
interface CustomUploader {
  RequestMethod: string
  RequestURL: string
  Headers: Record<string, string>
  Body: 'MultipartFormData'
  Arguments: Record<string, string>
  FileFormName: string
  URL: string
  ErrorMessage: string
}

type ShareXResult = { link: string } | { errorMessage: string }

/** Uploads as ShareX does with a custom uploader: fields first, then the file; errors by status alone. */
export async function uploadAsShareX(sxcu: string, file: File): Promise<ShareXResult> {
  const uploader = JSON.parse(sxcu) as CustomUploader
  const beforehand = (text: string) => evaluate(text, { filename: () => file.name })
  const form = new FormData()
  for (const [name, value] of Object.entries(uploader.Arguments)) form.append(name, beforehand(value))
  form.append(uploader.FileFormName, file)
  const headers = Object.entries(uploader.Headers).map(([name, value]) => [name, beforehand(value)] as const)
  const response = await fetch(beforehand(uploader.RequestURL), {
    method: uploader.RequestMethod,
    headers: Object.fromEntries(headers),
    body: form,
  })
  const answer: unknown = await response.json()
  const afterwards = (text: string) => evaluate(text, { json: (path) => String(atPath(answer, path)) })
  return response.ok
    ? { link: afterwards(uploader.URL) }
    : { errorMessage: afterwards(uploader.ErrorMessage) }
}

/**
 * ShareX's syntax: `{name}` and `{name:argument}` are functions, and `|` and `}` outside of one end the text, as its
 * `ShareXSyntaxParser` has it; `%` begins a code for the time, of which its `NameParser` knows more than stand here.
 * A backslash takes the next sign as it is.
 */
export function evaluate(text: string, functions: Record<string, (argument: string) => string>): string {
  const dated = text.replace(/\\.|%y/gs, (found) => (found === '%y' ? '2026' : found))
  const whole = dated.match(/^(?:\\.|\{[^{}]*\}|[^|}\\])*/s)?.[0] ?? ''
  return whole.replace(/\\(.)|\{([^{}:]*)(?::([^{}]*))?\}/gs, (_, escaped, name, argument) => {
    if (escaped !== undefined) return escaped
    const called = functions[name]
    if (called === undefined) throw new Error(`ShareX has no function ${name} here`)
    return called(argument ?? '')
  })
}

/** The value at `data.url`. */
function atPath(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined),
      value,
    )
}
