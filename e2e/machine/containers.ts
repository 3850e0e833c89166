import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Machine } from './machine.ts'
import { blocksOf, type NightCommand } from './typed-blocks.ts'
import { clone } from './typed-guide.ts'

const page = 'docs/guide/container.md'
const one = 'docker compose -f deploy/compose.one.yaml'
const many = 'docker compose -f deploy/compose.yaml'
const isolated = 'renditions are made in isolation'
const stopAsking = '/run/stop-asking'

/** Uploads a picture, and gives the address of its link. */
async function upload(machine: Machine, key: string, port = 8080): Promise<string> {
  const form = '-F file=@examples/photograph.jpg -F categoryId=general'
  const answer = await machine.run(
    `cd ${clone}; curl -sS -H 'Authorization: Bearer ${key}' ${form} http://localhost:${port}/api/v1/upload`,
  )
  return JSON.parse(answer).data.url
}

const download = (machine: Machine, link: string) =>
  machine.run(`curl -sS -o /dev/null -w '%{http_code}' http://localhost:8080${new URL(link).pathname}`)

const keyIn = (text: string): string => /pgl_\w{33}/.exec(text)?.[0] ?? ''

const nameVersion = (machine: Machine, version: string) =>
  machine.run(
    `cd ${clone}; sed -i 's/"version": .*/"version": "${version}",/' package.json apps/cli/package.json`,
  )

/** Types what the page says of one container. */
export async function tryOneContainer(machine: Machine): Promise<void> {
  const type = (lines: string) => machine.run(`cd ${clone}\n${lines}`)
  const [start = ''] = await blocksOf(page, 'In a container')
  const credentials = await type(start)
  expect(credentials).toContain('  password ')
  const key = keyIn(credentials)
  expect(await type(`${one} logs`)).toContain(isolated)
  const printed = /^ *(curl .*)$/m.exec(credentials)?.[1] ?? 'false'
  const link = JSON.parse(await type(printed)).data.url
  expect(await download(machine, link)).toBe('200')
  await type(start.split('\n')[1]?.replace(' cat ', ' rm ') ?? 'false')

  const [names = ''] = await blocksOf(page, 'Under your own name')
  await Bun.write(join(machine.root, clone, 'deploy/.env'), names)
  await type(start.split('\n')[0] ?? 'false')
  expect(await upload(machine, key)).toStartWith('https://img.example.org/i/')

  const [commands = ''] = await blocksOf(page, 'Commands')
  expect(await type(commands)).toContain('admin')
  const [backup = ''] = await blocksOf(page, 'Backup, upgrade')
  await type(`${backup}[ -e backup/manifest.json ]`)

  await nameVersion(machine, '8.0.0')
  await type(`${one} up -d --wait --build`)
  expect(await type(`${one} exec pictoglyph pictoglyph --version`)).toStartWith('8.0.0 ')
  expect(await download(machine, link)).toBe('200')
  await type(`${one} down -v; rm deploy/.env`)
}

/** Types what the page says of several replicas, watched by Prometheus. */
export async function tryReplicas(machine: Machine): Promise<void> {
  const type = (lines: string) => machine.run(`cd ${clone}\n${lines}`)
  await type(`deploy/make-env; ${many} --profile monitoring up -d --wait`)
  const replicas = ['replica-1', 'replica-2']
  for (const replica of replicas) expect(await type(`${many} logs ${replica}`)).toContain(isolated)
  const show = (name: string) =>
    type(`${many} exec ${name} sh -c 'cat /data/first-credentials.txt 2>/dev/null' || true`)
  const shown = await Promise.all([...replicas, 'console'].map(show))
  const key = keyIn(shown.join(''))
  const link = await upload(machine, key)
  await countByPrometheus(machine, key)

  const [restore = '', bring = '', upgrade = ''] = await blocksOf(page, 'Several replicas')
  await type(restore)
  expect(await download(machine, link)).toBe('200')
  const command: NightCommand = 'docker compose -f deploy/compose.yaml exec console pictoglyph'
  expect(await type(`${command} fsck`)).toContain('0 problems')

  const brought = await siteOfOneMachine(machine)
  await type(`${many} down; docker volume rm deploy_postgres deploy_s3`)
  await type(bring)
  await type(`${many} up -d --wait`)
  expect(await download(machine, brought)).toBe('200')

  await nameVersion(machine, '9.0.0')
  const ask = `curl -sS -o /dev/null -w '%{http_code}\\n' http://localhost:8080${new URL(brought).pathname}`
  const asked = machine.run(`while [ ! -e ${stopAsking} ]; do ${ask} || true; sleep 0.1; done`)
  try {
    await type(upgrade)
  } finally {
    await machine.run(`touch ${stopAsking}`)
  }
  expect(new Set((await asked).trim().split('\n'))).toEqual(new Set(['200']))
  for (const name of [...replicas, 'console', 'nightly'])
    expect(await type(`${many} exec ${name} pictoglyph --version`)).toStartWith('9.0.0 ')
}

/** Uploads reach both replicas, and Prometheus counts them all. */
async function countByPrometheus(machine: Machine, key: string): Promise<void> {
  for (let sent = 1; sent < 10; sent++) await upload(machine, key)
  const query = 'sum%20by%20(instance)%20(pictoglyph_uploads_total)'
  const counted = async () => {
    const answer = await machine.run(`curl -sS 'http://localhost:9090/api/v1/query?query=${query}'`)
    const series: { metric: { instance: string }; value: [number, string] }[] = JSON.parse(answer).data.result
    return series.filter(({ value }) => Number(value[1]) > 0)
  }
  const sum = async () => (await counted()).reduce((total, { value }) => total + Number(value[1]), 0)
  while ((await sum()) < 10) await Bun.sleep(1_000)
  expect((await counted()).map(({ metric }) => metric.instance).toSorted()).toEqual([
    'replica-1:8083',
    'replica-2:8083',
  ])
}

/** A site as the guide to a server leaves it, stopped. Gives the address of a link of it. */
async function siteOfOneMachine(machine: Machine): Promise<string> {
  await machine.run(`
useradd --system pictoglyph; install -d -o pictoglyph -m 700 /var/lib/pictoglyph
docker run -d --name old --user "$(id -u pictoglyph)" -v /var/lib/pictoglyph:/data -p 9080:8080 pictoglyph
curl -fsS --retry 60 --retry-delay 1 --retry-all-errors http://localhost:9080/readyz`)
  const key = keyIn(await machine.run('cat /var/lib/pictoglyph/first-credentials.txt'))
  const link = await upload(machine, key, 9080)
  await machine.run('docker stop old; docker rm old')
  return link
}
