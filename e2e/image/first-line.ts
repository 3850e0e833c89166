/** The first line that a program prints; what comes after it stays readable. @throws {Error} where it ends before */
export async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  const reader = output.getReader()
  const decoder = new TextDecoder()
  let printed = ''
  for (;;) {
    const { done, value } = await reader.read()
    printed += decoder.decode(value, { stream: true })
    const end = printed.indexOf('\n')
    if (end !== -1) {
      reader.releaseLock()
      return printed.slice(0, end)
    }
    if (done) throw new Error(`The program ended after printing: ${printed}`)
  }
}
