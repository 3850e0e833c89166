import { test } from 'bun:test'

/** Programs that some tests need, and what is left out without them: e2e/house/left-out.ts says so. */
export const neededPrograms = {
  curl: 'the lines that are typed with curl',
  python3: 'the examples in Python',
  php: 'the examples in PHP',
  ruby: 'the examples in Ruby',
  java: 'the examples in Java',
  prometheus: 'the dashboard and the queries of alerts in Prometheus',
  promtool: 'what alerts fire, by the promtool of Prometheus',
} as const

type NeededProgram = keyof typeof neededPrograms

/** `test`, where this machine has the program; elsewhere it leaves a test out. */
export function testWith(
  program: NeededProgram,
): (name: string, run: () => Promise<void> | void, timeoutMs?: number) => void {
  return Bun.which(program) === null ? () => {} : test
}
