import { type ServerProcess, startServerProcess } from './server-process.ts'

/** A server on the first processor. */
export type PinnedServer = ServerProcess

/** The command, on the first processor. */
export function pinned(command: readonly string[]): string[] {
  return ['taskset', '-c', '0', ...command]
}

/** @throws if the process ends before it has printed an address */
export function startPinnedServer(
  command: readonly string[],
  environment: Record<string, string> = {},
  isReady?: RegExp,
): Promise<PinnedServer> {
  return startServerProcess(pinned(command), environment, isReady)
}
