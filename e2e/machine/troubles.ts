import { expect } from 'bun:test'
import { join } from 'node:path'
import { document } from '../house/markdown.ts'
import type { Machine } from './machine.ts'
import { clone, isReady, journal } from './typed-guide.ts'

/** A trial in the folder of the repository, stopped, and brought as the guide says it. */
export async function bringTrial(machine: Machine): Promise<string> {
  const text = (await document('docs/guide/server.md')).text
  const [, bring = ''] = /the site of a trial, .*?`(sudo cp [^`]*)`/.exec(text) ?? []
  const trial = '/opt/pictoglyph/apps/cli/bin/pictoglyph serve > /tmp/trial & trial=$!'
  await machine.run(`cd ${clone}; ${trial}; ${isReady}; kill $trial; wait $trial; ${bring}`)
  return machine.run('cat /tmp/trial')
}

/** A timer is due at once, as a clock can not be put on for one machine alone, and starts its unit. */
export async function letTimerRun(machine: Machine, unit: string): Promise<void> {
  const folder = `/run/systemd/system/${unit}.timer.d`
  await machine.run(`
mkdir ${folder}; printf '[Timer]\\nOnCalendar=*:*:*\\nRandomizedDelaySec=0\\n' > ${folder}/due.conf
systemctl daemon-reload; systemctl restart ${unit}.timer
until journalctl --sync; journalctl -u ${unit} -o cat | grep '^Finished '; do sleep 0.5; done
rm -r ${folder}; systemctl daemon-reload; systemctl restart ${unit}.timer`)
}

/** Mistakes in the settings do not end in a unit that has given up: it starts once they are mended. */
export async function mistakeAndMend(machine: Machine): Promise<void> {
  await machine.run(`
echo PICTOGLYPH_NONSENSE=1 >> /etc/pictoglyph.env
systemctl restart pictoglyph
until [ "$(systemctl show -P NRestarts pictoglyph)" -ge 7 ]; do sleep 0.5; done
sed -i /NONSENSE/d /etc/pictoglyph.env
${isReady}`)
  expect(await journal(machine, '-p err')).toContain('PICTOGLYPH_NONSENSE is not a variable')
}

/** Holds the event loop of the server, until its watchdog ends it and systemd starts it again. */
export async function holdTheLoop(machine: Machine): Promise<void> {
  const line = '{"text":"hold the event loop","charsetId":"roar","algorithmId":"classic"}'
  const preload = '/opt/pictoglyph/apps/cli/test/hold-the-loop.ts'
  await machine.run(`
mkdir /run/systemd/system/pictoglyph.service.d
printf '[Service]\\nEnvironment=BUN_OPTIONS=--preload=${preload}\\n' > /run/systemd/system/pictoglyph.service.d/hold.conf
systemctl daemon-reload; systemctl restart pictoglyph; ${isReady}; ${isReady.replace('8080', '8081')}
curl -sS -H 'Content-Type: application/json' -d '${line}' http://localhost:8081/api/public/encrypt || true
rm -r /run/systemd/system/pictoglyph.service.d; systemctl daemon-reload
${isReady}
[ "$(systemctl show -P NRestarts pictoglyph)" -ge 1 ]
systemctl restart pictoglyph; ${isReady}`)
  expect(await journal(machine, '-p err')).toContain('its event loop stands still')
}

/** Errors are found under more lines than the journal keeps, and lines that vanish while it is stopped are counted. */
export async function floodAndStopJournal(machine: Machine): Promise<void> {
  const program = `
    import { withProcessLog } from '/opt/pictoglyph/apps/cli/src/serve/process-log.ts'
    await withProcessLog(null, async (log) => {
      for (let n = 0; n < 150_000; n++) {
        log.info({ n }, 'upload')
        if (n % 1_000 === 0) await log.flush(10_000)
      }
      log.error({}, 'an error after many uploads')
    }, process.env.JOURNAL_STREAM)`
  await Bun.write(join(machine.root, 'opt/flood.ts'), program)
  await machine.run('systemd-run --wait --quiet -u flood /opt/pictoglyph/node_modules/.bin/bun /opt/flood.ts')
  const flood = (more: string) =>
    machine.run(`journalctl --sync; journalctl -u flood --no-pager -o cat ${more}`)
  expect(await flood('-p err')).toContain('an error after many uploads')

  const lost = await machine.run(`
systemctl stop systemd-journald.socket systemd-journald-dev-log.socket systemd-journald-audit.socket systemd-journald
for n in $(seq 5); do curl -s -o /dev/null -H "Authorization: Bearer pgl_$n" -d x http://localhost:8080/api/v1/upload; done
until curl -s http://localhost:8082/metrics | grep -E '^pictoglyph_log_lines_lost_total [1-9]'; do sleep 0.5; done
systemctl start systemd-journald
until journalctl -u pictoglyph -o cat | grep 'lines were lost'; do sleep 0.5; journalctl --sync; done`)
  expect(lost).toContain('"reason":"EPIPE')
}
