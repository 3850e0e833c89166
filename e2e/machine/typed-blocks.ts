import { codeBlocks, document } from '../house/markdown.ts'

/**
 * How many blocks stand under each heading of the pages that the machine tests type whole. Who adds one has them type
 * it, and counts it here.
 */
export const typedBlocks: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'docs/guide/server.md': {
    '1. What it needs': 1,
    '2. The program': 1,
    '3. Its settings': 1,
    '4. Start it with the machine': 2,
    '5. The domain, with HTTPS': 3,
    '6. Backups and checks': 1,
    '7. A new version': 1,
    '8. Go back': 2,
  },
  'docs/guide/container.md': {
    'In a container': 1,
    'Under your own name': 1,
    Commands: 1,
    'Backup, upgrade': 1,
    'Several replicas': 3,
  },
}

/** Likewise the commands in the text of docs/night.md, but for the one that only names what others begin with. */
export const nightCommands = [
  'docker compose -f deploy/compose.yaml exec console pictoglyph',
  'npx pictoglyph',
  'sudo pictoglyph image delete --for-good LINK',
  'sudo pictoglyph gc --deleted-for 1d --delay 0s',
  'systemctl status pictoglyph',
  'journalctl -u pictoglyph -n 50',
  "systemctl list-timers 'pictoglyph*'",
  'journalctl -u pictoglyph-backup',
  'sudo pictoglyph fsck',
  'journalctl -u pictoglyph -n 20',
  'sudo chown -R pictoglyph: /var/lib/pictoglyph',
  'dmesg',
  'sudo pictoglyph image take-down --reason TEXT --for-good LINK',
  'sudo pictoglyph user disable NAME',
  'sudo pictoglyph key revoke KEY',
  'sudo pictoglyph user password NAME',
  'sudo pictoglyph user factors NAME --remove',
  'sudo pictoglyph policy set text.whitelistMode off',
  'sudo pictoglyph ip list --holding ADDRESS',
] as const

export type NightCommand = (typeof nightCommands)[number]

/** The blocks under a heading. */
export async function blocksOf(page: string, heading: string): Promise<string[]> {
  const blocks = codeBlocks(await document(page)).filter((block) => block.heading === heading)
  return blocks.map(({ code }) => code)
}

/** The commands in the text of a page, in their order, each once. */
export async function inlineCommands(page: string): Promise<string[]> {
  const { text } = await document(page)
  const found = text.matchAll(/`((?:sudo|npx|docker|systemctl|journalctl|dmesg)\b[^`]*)`/g)
  return [...new Set(Array.from(found, ([, command = '']) => command))]
}
