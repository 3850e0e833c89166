import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { root } from '../house/markdown.ts'
import { commandOfCaller } from './command-of-caller.ts'
import { signInByTunnel } from './console-by-tunnel.ts'
import { exportRepository, shell } from './debian.ts'
import { type Machine, startMachine } from './machine.ts'
import { tryTheNight } from './night.ts'
import { bringTrial, floodAndStopJournal, holdTheLoop, letTimerRun, mistakeAndMend } from './troubles.ts'
import { clone, isReady, journal, makeAuthority, name, typeStep } from './typed-guide.ts'

/** curl on another machine, which trusts the authority. */
const askFromOutside = (machine: Machine, rest: readonly string[]) =>
  shell([
    ...machine.fromOutside,
    ...['curl', '-sS', '-m', '20', '--cacert', join(machine.root, 'etc/test-authority/ca.crt')],
    ...[443, 80].flatMap((port) => ['--resolve', `${name}:${port}:${machine.address}`]),
    ...rest,
  ])

const upload = (key: string) => [
  ...['-o', '/dev/null', '-w', '%{http_code} %{http_version}', '-H', `Authorization: Bearer ${key}`],
  ...['-F', `file=@${root}/examples/photograph.jpg`, '-F', 'categoryId=general'],
  `https://${name}/api/v1/upload`,
]

// It takes minutes, and root on Debian: `npm run test:machine`.
if (process.env.PICTOGLYPH_TEST_MACHINE === '1') {
  test.each([
    ['bookworm', 'a new site'],
    ['trixie', 'the site of a trial'],
  ])(
    'the guide, typed on a fresh machine with Debian %s, for %s',
    async (release, site) => {
      const isTrial = site !== 'a new site'
      await using machine = await startMachine(release)
      await exportRepository(root, join(machine.root, clone))
      await machine.run(`mkdir ${clone}/data; echo x > ${clone}/data/a-trial`)
      const major = /^v(\d+)/m.exec(await typeStep(machine, 1))?.[1]
      expect(Number(major)).toBeGreaterThanOrEqual(20)

      await typeStep(machine, 2)
      const version = (await machine.run(`${clone}/deploy/version`)).trim()
      expect(version).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{12}$/)
      expect(await machine.run(`ls -d /opt/pictoglyph-${version}; ls /opt/pictoglyph`)).not.toContain('data')
      await expect(machine.run(`${clone}/deploy/install`)).rejects.toThrow('may be running')
      await machine.run(`rm -r ${clone}/data`)
      const trial = isTrial ? await bringTrial(machine) : ''

      await typeStep(machine, 3)
      const started = await typeStep(machine, 4, (block) =>
        isTrial ? block.replace(/^.*first-credentials.*$/m, '') : block,
      )
      expect(started).toContain('admin')
      const credentials = isTrial ? trial : started
      const [, password = ''] = /password +(\S{12,})/.exec(credentials) ?? []
      const [key = ''] = /pgl_\w{33}/.exec(credentials) ?? []
      expect([password, key]).not.toContain('')
      await machine.run('until journalctl -u pictoglyph | grep -q isolation; do sleep 0.5; done')
      expect(await journal(machine, '')).toContain('renditions are made in isolation')
      for (const secret of [password, key]) expect(await journal(machine, '')).not.toContain(secret)
      expect(await machine.run('sudo pictoglyph --version')).toBe(`${version.replace('-', ' (')})\n`)

      if (!isTrial) await commandOfCaller(machine, key)

      await makeAuthority(machine)
      await typeStep(machine, 5)
      const leads = ['-o', '/dev/null', '-w', '%{http_code} %{redirect_url}', `http://${name}/p/x`]
      expect(await askFromOutside(machine, leads)).toBe(`301 https://${name}/p/x`)
      expect(await askFromOutside(machine, upload(key))).toBe('200 2')
      await signInByTunnel(machine, { name: 'admin', password })
      if (!isTrial) {
        const file = '/var/lib/pictoglyph/first-credentials.txt'
        const kept = await machine.run(
          `while grep -q '^  password ' ${file}; do sleep 0.5; done; stat -c '%a %U' ${file}; cat ${file}`,
        )
        expect(kept).toStartWith('600 pictoglyph\n')
        expect(kept).toContain(key)
        await machine.run(`sudo rm ${file}`)
      }

      await typeStep(machine, 6)
      const result = 'systemctl show -p Result --value'
      expect(await machine.run(`${result} pictoglyph-backup`)).toBe('success\n')
      await letTimerRun(machine, 'pictoglyph-fsck')
      expect(await machine.run(`${result} pictoglyph-fsck`)).toBe('success\n')

      await mistakeAndMend(machine)
      if (!isTrial) await holdTheLoop(machine)
      await machine.reboot()
      await machine.run(isReady)
      expect(await askFromOutside(machine, upload(key))).toBe('200 2')
      if (!isTrial) await floodAndStopJournal(machine)

      const numbered = `${clone}/package.json ${clone}/apps/cli/package.json`
      await machine.run(`sed -i 's/"version": .*/"version": "9.0.0",/' ${numbered}`)
      const newer = version.replace(/^[^-]*/, '9.0.0')
      await typeStep(machine, 7)
      expect(await machine.run('sudo pictoglyph --version')).toBe(`${newer.replace('-', ' (')})\n`)
      expect(await machine.run('readlink /opt/pictoglyph')).toBe(`/opt/pictoglyph-${newer}\n`)
      expect(await askFromOutside(machine, upload(key))).toBe('200 2')
      await typeStep(machine, 8, (block) =>
        block.replace(/^OLD=.*/m, `OLD=${version}`).replace(/^NEW=.*/m, `NEW=${newer}`),
      )
      await machine.run(isReady)
      expect(await machine.run('readlink /opt/pictoglyph')).toBe(`/opt/pictoglyph-${version}\n`)
      expect(await askFromOutside(machine, upload(key))).toBe('200 2')

      for (let tried = 0; tried < 10; tried++) await askFromOutside(machine, upload('pgl_wrong'))
      await machine.run('until fail2ban-client status pictoglyph | grep -q 10.77.0.2; do sleep 0.5; done')
      // It is listed before its packets are refused.
      const answer = () => askFromOutside(machine, upload(key)).catch(String)
      while (!(await answer()).includes("Couldn't connect")) await Bun.sleep(500)
      expect(await journal(machine, '-p warning')).toContain('key.refused')
      expect(await journal(machine, '-p err')).not.toContain('key.refused')
      if (isTrial) await tryTheNight(machine, key)
    },
    1_800_000,
  )
}
