import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Finished, pictoglyph, startPictoglyph } from './command.ts'
import { serveNewSite } from './served-site.ts'

const photograph = join(import.meta.dir, '../../../examples/photograph.jpg')

interface Warning {
  level: string
  kind?: string
  name?: string
  stored?: string
  inForce?: string
  repair?: string
}

const warningsIn = (log: string): Warning[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Warning => JSON.parse(line))
    .filter(({ kind }) => kind !== undefined)

test('what is stored and not understood keeps nothing from starting, is told once, and is repaired with and without a server', async () => {
  await using site = await serveNewSite()
  const { variables, server } = site
  const folder = variables.PICTOGLYPH_DATA_DIR ?? ''
  const run = (...words: string[]): Promise<Finished> => pictoglyph(variables, words)
  const damage = (...statements: string[]) => {
    using rows = new Database(join(folder, 'pictoglyph.db'))
    rows.run('PRAGMA busy_timeout = 5000')
    for (const statement of statements) rows.run(statement)
    rows.run('UPDATE site_revision SET value = value + 1')
  }
  const store = (key: string, value: string) =>
    damage(
      `INSERT INTO settings VALUES ('${key}', ${value}) ON CONFLICT (key) DO UPDATE SET value = ${value}`,
    )
  const warnedOf = (log: string, name: string) => warningsIn(log).filter((one) => one.name === name)

  // While it runs.
  store('upload.maxSide', "'2000000'")
  await server.remarked(/"name":"upload\.maxSide"/)
  const show = async () => JSON.parse((await run('policy', 'show', '--json')).out)
  expect(await show()).toMatchObject({
    'upload.maxSide': 1_000_000,
    problems: [{ kind: 'policy', name: 'upload.maxSide', stored: '2000000', inForce: '1000000' }],
  })
  const shown = await run('policy', 'show')
  expect(shown.code).toBe(0)
  expect(shown.out).toMatch(/^upload\.maxSide +1000000$/m)
  expect(shown.err).toContain('"pictoglyph policy set upload.maxSide VALUE"')

  // Another change has the snapshot read again, and what is known is not told again.
  expect(await run('policy', 'set', 'upload.maxFrames', '7')).toMatchObject({ code: 0 })
  store('upload.maxPixels', "'1' || char(0)")
  await server.remarked(/"name":"upload\.maxPixels"/)
  expect(warnedOf(server.remarks(), 'upload.maxSide')).toEqual([
    expect.objectContaining({
      level: 'warn',
      stored: '2000000',
      inForce: '1000000',
      repair: 'pictoglyph policy set upload.maxSide VALUE',
    }),
  ])
  expect(await run('policy', 'set', 'upload.maxPixels', '1000')).toMatchObject({ code: 0 })

  // At a start, with all kinds.
  expect(await server.stop()).toBe(0)
  store('text.whitelistMode', "'perhaps'")
  store('upload.ofTomorrow', "'yes'")
  damage(
    "INSERT INTO access_entries VALUES ('banana', 'allow', '', 0, NULL)",
    "UPDATE charsets SET symbols = '[' WHERE id = 'meow'",
    "UPDATE presets SET variant = 'tomorrow' WHERE id = 'compact'",
    "UPDATE api_keys SET binding = '{'",
  )
  await using again = startPictoglyph(variables, ['serve', '--json'])
  const { serving } = JSON.parse(await again.printed(/^(\{"serving".*\})$/m))
  await again.logged('serving')
  const names = ['upload.maxSide', 'text.whitelistMode', 'upload.ofTomorrow', 'banana', 'meow', 'compact']
  for (const name of names) {
    await again.remarked(new RegExp(`"name":"${name.replace('.', '\\.')}"`))
    expect(warnedOf(again.remarks(), name), name).toHaveLength(1)
  }
  const [keyWarning] = warningsIn(again.remarks()).filter(({ kind }) => kind === 'key')
  expect(keyWarning?.repair).toContain(`pictoglyph key revoke ${keyWarning?.name}`)

  for (const service of ['images', 'text', 'console'] as const) {
    expect((await fetch(`${serving[service]}readyz`)).status, service).toBe(200)
  }
  const encrypt = () =>
    fetch(`${serving.text}api/public/encrypt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'hi', charsetId: 'roar', algorithmId: 'classic' }),
    })
  expect((await encrypt()).status).toBe(403)
  const form = new FormData()
  form.append('file', Bun.file(photograph))
  form.append('categoryId', 'general')
  const upload = await fetch(`${serving.images}api/v1/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.credentials.apiKey}` },
    body: form,
  })
  expect(upload.status).toBe(401)

  // Each is repaired as its warning says, beside the server.
  const repairs = [
    ['policy', 'set', 'upload.maxSide', '1000'],
    ['policy', 'set', 'text.whitelistMode', 'off'],
    ['ip', 'remove', 'banana'],
    ['charset', 'disable', 'meow'],
    ['preset', 'disable', 'compact'],
    ['key', 'revoke', keyWarning?.name ?? ''],
  ]
  for (const words of repairs) expect(await run(...words), words.join(' ')).toMatchObject({ code: 0 })
  while ((await encrypt()).status !== 200) await Bun.sleep(50)
  expect(await show()).toMatchObject({
    'upload.maxSide': 1_000,
    problems: [{ name: 'upload.ofTomorrow', stored: 'yes' }],
  })
  expect(await again.stop()).toBe(0)

  // And where no server runs.
  store('console.secondFactor', "'sometimes'")
  expect((await show())['console.secondFactor']).toBe('all')
  expect(await run('policy', 'set', 'console.secondFactor', 'off')).toMatchObject({ code: 0 })
  expect((await show())['console.secondFactor']).toBe('off')
}, 60_000)
