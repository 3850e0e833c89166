import {
  type ClientConfiguration,
  type ClientKitInput,
  type UploadTarget,
  uploadTarget,
} from './client-configuration.ts'
import { curl } from './curl.ts'
import { flameshot } from './flameshot.ts'
import { iosShortcuts } from './ios-shortcuts.ts'
import { n8n } from './n8n.ts'
import { obsidian } from './obsidian.ts'
import { picGoLankong, picGoWebUploader } from './picgo.ts'
import { picList } from './piclist.ts'
import { curlInPowerShell, flameshotInPowerShell, typoraInPowerShell } from './power-shell.ts'
import { shareX } from './sharex.ts'
import { typora } from './typora.ts'
import { uPic } from './upic.ts'

const clients: readonly ((target: UploadTarget) => ClientConfiguration)[] = [
  curl,
  shareX,
  picGoLankong,
  picGoWebUploader,
  picList,
  uPic,
  flameshot,
  n8n,
  obsidian,
  typora,
  iosShortcuts,
  curlInPowerShell,
  typoraInPowerShell,
  flameshotInPowerShell,
]

/**
 * Configurations for known programs that upload to this site with this key. Every value is escaped for its syntax, so
 * that it can't end its text early.
 */
export function clientConfigurations(input: ClientKitInput): ClientConfiguration[] {
  const target = uploadTarget(input)
  return clients.map((client) => client(target))
}

/**
 * Finds a configuration by id, by name, or by one word of the name, in any case. If a word matches several (`picgo`),
 * the first wins.
 */
export function findClientConfiguration(
  configurations: readonly ClientConfiguration[],
  name: string,
): ClientConfiguration | undefined {
  const wanted = wordsOf(name)
  if (wanted === '--') return undefined
  const namesOf = ({ id, name }: ClientConfiguration) => [wordsOf(id), wordsOf(name)]
  return (
    configurations.find((one) => namesOf(one).includes(wanted)) ??
    configurations.find((one) => namesOf(one).some((names) => names.includes(wanted)))
  )
}

/** Lower-case words, each between hyphens: `-ios-shortcuts-`. */
function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return `-${words.join('-')}-`
}
