import type { Output } from '../output.ts'

/** Prints the addresses of the services. */
export function showAddresses(
  output: Output,
  asJson: boolean,
  services: readonly { name: string; url: string }[],
): void {
  if (asJson) {
    output.record({ serving: Object.fromEntries(services.map(({ name, url }) => [name, url])) })
    return
  }
  for (const { name, url } of services) process.stdout.write(`${name.padEnd(8)} ${url}\n`)
}
