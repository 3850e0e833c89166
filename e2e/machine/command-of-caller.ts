import { expect } from 'bun:test'
import type { Machine } from './machine.ts'
import { clone } from './typed-guide.ts'

/** `sudo pictoglyph` works in its caller's folder, and for what only talks to a site as the caller, with their key. */
export async function commandOfCaller(machine: Machine, key: string): Promise<void> {
  const asCaller = (lines: string) => machine.run(`su - caller <<'END'\nset -eu\n${lines}\nEND`)
  await machine.run(`
useradd --create-home caller; chmod 700 ~caller; echo 'caller ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/caller
install -o caller -m 600 ${clone}/examples/hills.jpg ~caller/hills.jpg
install -d -m 777 /srv/shared`)
  const rehosted = await asCaller(`
export PICTOGLYPH_KEY=${key} PICTOGLYPH_IMAGES_URL=http://localhost:8080
echo '![](hills.jpg)' > page.md
sudo pictoglyph rehost page.md --category general
stat -c %U page.md rehosted.jsonl; cat page.md`)
  expect(rehosted).toContain('\ncaller\ncaller\n![](https://img.example.org/i/')
  await asCaller('cd /srv/shared; sudo pictoglyph backup here')
  expect(await machine.run('stat -c %U /srv/shared/here/manifest.json')).toBe('pictoglyph\n')
}
