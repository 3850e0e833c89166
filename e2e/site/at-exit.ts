const cleanups = new Set<() => void>()
let isListening = false

/**
 * Has something done when this process ends, however it ends short of SIGKILL: what lives outside of it must not
 * outlive it. @returns what calls that off
 */
export function atExit(cleanup: () => void): () => void {
  cleanups.add(cleanup)
  if (!isListening) process.on('exit', cleanUp)
  isListening = true
  return () => cleanups.delete(cleanup)
}

/** The last first, as scopes end. */
function cleanUp(): void {
  for (const cleanup of [...cleanups].reverse()) {
    try {
      cleanup()
    } catch (error) {
      console.error(error)
    }
  }
  cleanups.clear()
}

/** Makes being told to stop an end like any other. */
export function exitWhenToldToStop(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
}
