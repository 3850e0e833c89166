/** How long a pipe that stays open may be silent before it counts as holding no password. */
const silenceMs = 2_000

/**
 * A password from standard input: its first line. `undefined` on a terminal, and where nothing comes, because
 * many programs start others with a pipe that they never write to or close.
 */
export async function readPassword(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined
  const reader = Bun.stdin.stream().getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  const silence = Promise.withResolvers<'silent'>()
  const timer = setTimeout(() => silence.resolve('silent'), silenceMs)
  try {
    while (!text.includes('\n')) {
      const chunk = await Promise.race([reader.read(), silence.promise])
      if (chunk === 'silent') break
      if (chunk.done) break
      clearTimeout(timer)
      text += decoder.decode(chunk.value, { stream: true })
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel()
  }
  const [line = ''] = text.split(/\r?\n/)
  return line === '' ? undefined : line
}
