import { npmHasEnded } from './npm-parent.ts'

/** Resolves to the name of the first event that asks this process to stop. */
export function stopRequested(...others: Promise<string>[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal))
  return Promise.race([promise, npmHasEnded(), ...others])
}
