/** A visitor of a console, who keeps cookies, and sends forms with the token of a page. */
export function createVisitor(url: string) {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = {
      ...(init.headers as Record<string, string>),
      Origin: 'http://localhost:9',
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  return {
    get: (path: string, headers: Record<string, string> = {}): Promise<Response> => send(path, { headers }),
    async token(path: string): Promise<string> {
      const page = await (await send(path, {})).text()
      return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    },
    post(
      path: string,
      fields: Record<string, string | File>,
      headers: Record<string, string> = {},
    ): Promise<Response> {
      const form = path === 'upload' ? new FormData() : new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) form.append(name, value as string)
      return send(path, { method: 'POST', body: form, headers })
    },
  }
}
