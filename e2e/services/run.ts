/*
 * Starts PostgreSQL, Redis and an S3 gateway on free loopback ports, from Debian's packages.
 *
 *   bun e2e/services/run.ts                  prints how to reach them and keeps them up until Ctrl-C
 *   bun e2e/services/run.ts -- COMMAND …     runs a command beside them and ends with its exit code
 */
import { startServices } from './services.ts'

// Bun takes a first "--" for its own; others may pass it on.
const command = process.argv.slice(process.argv[2] === '--' ? 3 : 2)

const asked = Promise.withResolvers<NodeJS.Signals>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => asked.resolve(signal))

try {
  process.exitCode = await runBesideServices()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
process.exit()

async function runBesideServices(): Promise<number> {
  await using services = await startServices()
  if (command.length === 0) {
    for (const [name, value] of Object.entries(services.environment)) console.log(`export ${name}='${value}'`)
    console.log('# All are up. Ctrl-C stops them.')
    await asked.promise
    return 0
  }
  const child = Bun.spawn(command, {
    env: { ...process.env, ...services.environment },
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  asked.promise.then(
    (signal) => child.kill(signal),
    () => undefined,
  )
  return await child.exited
}
