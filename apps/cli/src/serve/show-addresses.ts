import type { Output } from '../output.ts'

/** Says where the faces answer. */
export function showAddresses(
  output: Output,
  asJson: boolean,
  faces: readonly { name: string; url: string }[],
): void {
  if (asJson) {
    output.record({ serving: Object.fromEntries(faces.map(({ name, url }) => [name, url])) })
    return
  }
  for (const { name, url } of faces) process.stdout.write(`${name.padEnd(8)} ${url}\n`)
}
