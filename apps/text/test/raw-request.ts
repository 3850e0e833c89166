/** Sends raw bytes and collects the answer until it is whole or a deadline has passed. */
export async function rawRequest(port: number, parts: readonly (string | Uint8Array)[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let received = ''
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, bytes) {
        received += bytes.toString()
        if (isWhole(received)) resolve(received)
      },
      close: () => resolve(received),
      error: (_, error) => reject(error),
    },
  })
  const timer = setTimeout(() => resolve(received), 20_000)
  for (const part of parts) await writeAll(socket, typeof part === 'string' ? Buffer.from(part) : part)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    socket.terminate()
  }
}

function isWhole(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1]
  return (
    headEnd >= 0 && length !== undefined && Buffer.byteLength(received.slice(headEnd + 4)) >= Number(length)
  )
}

async function writeAll(socket: Bun.Socket, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length; ) {
    const written = socket.write(bytes.subarray(sent))
    if (written < 0) return
    sent += written
    if (written === 0) await Bun.sleep(1)
  }
}
