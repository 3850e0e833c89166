/**
 * Tries the promises of docs/reliability.md and prints a line for each, with its figures.
 *
 *     npm run test:proof               the long forms
 *     npm run test:proof -- --short    the short ones
 *     npm run test:proof -- power      those whose names hold a word
 */

import { loopDisksUnavailable } from './durability/loop-disk.ts'
import { durabilityProofs } from './durability/proofs.ts'
import { hostileProofs } from './hostile/proofs.ts'
import { overloadProofs } from './overload/proofs.ts'
import type { Proof } from './proof/proof.ts'
import { runProofs } from './proof/run-proofs.ts'
import { secretsProofs } from './secrets/proofs.ts'
import { exitWhenToldToStop } from './site/at-exit.ts'

const proofs: Proof[] = [...durabilityProofs, ...hostileProofs, ...overloadProofs, ...secretsProofs]

exitWhenToldToStop()
const words = process.argv.slice(2)
const isShort = words.includes('--short')
const names = words.filter((word) => word !== '--short')
const unknown = names.filter((word) => !proofs.some(({ name }) => name.includes(word)))
if (unknown.length > 0) {
  console.error(
    `No proof has "${unknown.join('", "')}" in its name. Besides words of these there is --short:\n` +
      proofs.map(({ name }) => `  ${name}`).join('\n'),
  )
  process.exit(1)
}
const missing = process.platform === 'linux' ? await loopDisksUnavailable() : 'This needs Linux.'
if (missing !== undefined) {
  console.error(
    `${missing}\nThe proofs need Linux, root, loop devices and these Debian packages, which are installed when they are missing:\n` +
      'e2fsprogs, xfsprogs, strace, libeatmydata1, slowhttptest.',
  )
  process.exit(1)
}
const chosen = proofs.filter(({ name }) => names.length === 0 || names.some((word) => name.includes(word)))
process.exit((await runProofs(chosen, isShort ? 'short' : 'long')) ? 0 : 1)
