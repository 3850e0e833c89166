import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const deploy = join(import.meta.dir, '..')
const commandOfRepository = '/opt/pictoglyph/apps/cli/bin/pictoglyph'

/**
 * The texts of `deploy` that an archive holds, by file name: the units of systemd and the command beside them. They
 * start the executable where the repository has its command, and name files of the archive.
 */
export async function archivedTexts(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const file of await readdir(deploy)) {
    if (!/\.(service|timer)$|^(pictoglyph-command|sudoers)$/.test(file)) continue
    const text = await Bun.file(join(deploy, file)).text()
    const changed = text
      .replaceAll(commandOfRepository, '/opt/pictoglyph/pictoglyph')
      .replace(
        'The repository is in /opt/pictoglyph, where `npm ci --omit=dev` has run;',
        'This folder is /opt/pictoglyph;',
      )
      .replaceAll(/(?<= )deploy\//g, '/opt/pictoglyph/')
      // What apps/cli/bin/pictoglyph sets before it starts the runtime.
      .replace(
        /^EnvironmentFile=/m,
        `Environment=MIMALLOC_PURGE_DELAY=5000 UV_THREADPOOL_SIZE=8\nEnvironmentFile=`,
      )
    texts.set(file, changed)
  }
  return texts
}
