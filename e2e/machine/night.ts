import { expect } from 'bun:test'
import { join } from 'node:path'
import { sampleImage } from '../site/sample-image.ts'
import type { Machine } from './machine.ts'
import { type NightCommand, nightCommands } from './typed-blocks.ts'
import { clone, isReady } from './typed-guide.ts'

const site = '/var/lib/pictoglyph'
const photograph = `${clone}/examples/photograph.jpg`
const large = '/root/large.png'
const encrypt = `curl -sS -H 'Content-Type: application/json' -d '{"text":"x","charsetId":"roar","algorithmId":"classic"}' http://localhost:8081/api/public/encrypt`

/** Types the commands of the page for the night, each where it helps, and sees that it does. */
export async function tryTheNight(machine: Machine, key: string): Promise<void> {
  const typed = new Set<NightCommand>(['docker compose -f deploy/compose.yaml exec console pictoglyph'])
  const type = (command: NightCommand, values: Record<string, string> = {}, more = '') => {
    typed.add(command)
    const said = Object.entries(values).reduce<string>(
      (line, [name, value]) => line.replace(name, `'${value}'`),
      command,
    )
    return machine.run(`cd /opt/pictoglyph; ${said}${more}`)
  }
  const night: Night = { machine, key, type, upload: (file, by = key) => upload(machine, file, by) }
  await fillTheDisk(night)
  await lookAround(night)
  await giveToAnother(night)
  await damageAndHeal(night)
  await endPeople(night)
  expect(nightCommands.filter((command) => !typed.has(command))).toEqual([])
}

interface Night {
  machine: Machine
  key: string
  type(command: NightCommand, values?: Record<string, string>, more?: string): Promise<string>
  upload(file: string, key?: string): Promise<{ code?: string; message?: string; url?: string }>
}

async function upload(machine: Machine, file: string, key: string) {
  const form = `-F file=@${file} -F categoryId=general http://localhost:8080/api/v1/upload`
  const { data, error } = JSON.parse(await machine.run(`curl -sS -H 'Authorization: Bearer ${key}' ${form}`))
  return { url: data?.url, code: error?.code, message: error?.message }
}

/** Its folder is on a small disk for a while, full to the last byte. */
async function fillTheDisk({ machine, type, upload }: Night): Promise<void> {
  await Bun.write(join(machine.root, large), sampleImage(1, 12_000_000))
  await machine.run(`
systemctl stop pictoglyph
cp -a ${site} ${site}-kept
mount -t tmpfs -o size=160m,mode=700 tmpfs ${site}; chown pictoglyph: ${site}; cp -a ${site}-kept/. ${site}
systemctl start pictoglyph; ${isReady}`)
  const { url: link = '' } = await upload(large)
  await machine.run(`until [ -e ${site}/pictoglyph.db-reserve ]; do sleep 0.5; done
cat /dev/zero > ${site}/fill || true
until curl -s http://localhost:8080/readyz | grep -q blobs; do sleep 0.5; done`)
  expect((await upload(photograph)).code).toBe('STORAGE_FAILED')
  await type('sudo pictoglyph image delete --for-good LINK', { LINK: link })
  await type('sudo pictoglyph gc --deleted-for 1d --delay 0s')
  await machine.run(isReady)
  expect((await upload(photograph)).url).toStartWith('https://')
  await machine.run(`
systemctl stop pictoglyph; umount ${site}; rm -r ${site}-kept; systemctl start pictoglyph; ${isReady}`)
}

async function lookAround({ type }: Night): Promise<void> {
  expect(await type('systemctl status pictoglyph', {}, ' --no-pager')).toContain('active (running)')
  expect(await type('journalctl -u pictoglyph -n 50', {}, ' --no-pager')).toContain('"msg":"serving"')
  expect(await type("systemctl list-timers 'pictoglyph*'")).toContain('pictoglyph-backup.timer')
  expect(await type('journalctl -u pictoglyph-backup', {}, ' --no-pager')).toContain('"ok":true')
  await type('dmesg')
  expect(await type('npx pictoglyph', {}, ' --version')).toMatch(/^\d/)
}

async function giveToAnother({ machine, type }: Night): Promise<void> {
  await machine.run(`systemctl stop pictoglyph; chown root: ${site}/pictoglyph.db*; systemctl start pictoglyph
until [ "$(systemctl show -P NRestarts pictoglyph)" -ge 1 ]; do sleep 0.5; done; journalctl --sync`)
  const said = await type('journalctl -u pictoglyph -n 20', {}, ' --no-pager -o cat')
  expect(said).toMatch(/belongs to uid 0, this runs as uid \d+: chown -R/)
  await type('sudo chown -R pictoglyph: /var/lib/pictoglyph')
  await machine.run(isReady)
}

async function damageAndHeal({ machine, type, upload }: Night): Promise<void> {
  const { url: link = '' } = await upload(photograph)
  await machine.run(`
blob=$(find ${site}/blobs -type f -size +3k | head -n 1)
dd of="$blob" bs=1 seek=100 conv=notrunc status=none <<< x`)
  await expect(type('sudo pictoglyph fsck')).rejects.toThrow('altered')
  expect((await upload(photograph)).url).toBe(link)
  expect(await type('sudo pictoglyph fsck', {}, ' --repair')).toContain(' 0 problems')

  const words = { TEXT: 'a complaint', LINK: link }
  await type('sudo pictoglyph image take-down --reason TEXT --for-good LINK', words)
  expect((await upload(photograph)).message).toContain('a complaint')
}

async function endPeople({ machine, type, upload }: Night): Promise<void> {
  const hills = `${clone}/examples/hills.jpg`
  const NAME = 'anna'
  const made = await machine.run(
    `sudo pictoglyph user add ${NAME}; sudo pictoglyph key create --user ${NAME}`,
  )
  const [KEY = ''] = /pgl_\w{33}/.exec(made) ?? []
  expect((await upload(hills, KEY)).url).toStartWith('https://')
  await type('sudo pictoglyph user disable NAME', { NAME })
  expect((await upload(hills, KEY)).code).toBe('UNAUTHORIZED')
  // A refusal is kept for a second.
  await machine.run(`sudo pictoglyph user enable ${NAME}; sleep 1`)
  expect((await upload(hills, KEY)).url).toStartWith('https://')
  await type('sudo pictoglyph key revoke KEY', { KEY })
  expect((await upload(hills, KEY)).code).toBe('UNAUTHORIZED')
  expect(await type('sudo pictoglyph user password NAME', { NAME })).toMatch(/"password":"\S{12,}"/)
  await type('sudo pictoglyph user factors NAME --remove', { NAME })

  await machine.run(`sudo pictoglyph policy set text.whitelistMode on
until ${encrypt} | grep IP_NOT_WHITELISTED; do sleep 0.5; done`)
  await type('sudo pictoglyph policy set text.whitelistMode off')
  await machine.run(`until ${encrypt} | grep cipher; do sleep 0.5; done
sudo pictoglyph ip block 192.0.2.0/24`)
  const held = await type('sudo pictoglyph ip list --holding ADDRESS', { ADDRESS: '192.0.2.7' })
  expect(held).toContain('192.0.2.0/24  block')
}
