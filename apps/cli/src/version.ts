import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { builtFrom } from './built-from.ts'

/** The version and its commit, such as `0.1.0 (0123456789ab)`. */
export function versionAndCommit(): string {
  const { version } = packageJson
  return `${version} (${builtFrom === '' ? commitOf(version) : builtFrom})`
}

function commitOf(version: string): string {
  const program = fileURLToPath(new URL('../../../deploy/version', import.meta.url))
  const { stdout } = spawnSync(program, { encoding: 'utf8' })
  return stdout?.trim().slice(version.length + 1) || 'unknown'
}
