import { expect, test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import fc from 'fast-check'
import type { ClientConfiguration, ClientKitInput } from '../../src/client-kit/client-configuration.ts'
import { clientConfigurations, findClientConfiguration } from '../../src/client-kit/client-configurations.ts'
import { shellWord } from '../../src/client-kit/shell-command.ts'

/** Texts full of what some syntax takes for its own. */
const awkward = fc.string({
  unit: fc.constantFrom(...`'"\\{}%$\`=@<;:/?&#|!* ~`, 'a', 'Z', '9', '-', '_', 'é', '图'),
  maxLength: 20,
})

const plain = { imagesUrl: 'https://img.example.org/', key: 'pgl_key', categoryId: 'general' }

function byId(id: string, input: ClientKitInput = plain): ClientConfiguration {
  const found = clientConfigurations(input).find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}

test('every configuration is as recorded, and so is each of its lines that other values change', async () => {
  const changes = {
    'without a category': { ...plain, categoryId: null },
    'into an album': { ...plain, albumId: 'album7' },
    'with awkward values': { ...plain, key: `a'b"c\\d$e`, categoryId: '{x}%20 `y`' },
    'without a path': { ...plain, imagesUrl: 'not an address/' },
  }
  const written = clientConfigurations(plain).flatMap(({ id, name, fileName, format, content, steps }) => [
    `${id}: ${name}, ${fileName} (${format})`,
    ...content.split('\n').map((line) => `  ${line}`.trimEnd()),
    ...[...steps.en, ...steps['zh-CN']].map((step) => `  * ${step}`),
    ...Object.entries(changes).flatMap(([change, input]) => [
      `  ${change}:`,
      ...changedLines(content, byId(id, input).content).map((line) => `    ${line}`),
    ]),
  ])
  await expectRecorded(new URL('./client-configurations.txt', import.meta.url), written)
})

/** The lines of the later text that the earlier one lacks, and how many of the earlier are gone. */
function changedLines(earlier: string, later: string): string[] {
  const [before, after] = [earlier.split('\n'), later.split('\n')]
  const gone = before.filter((line) => !after.includes(line))
  return [...after.filter((line) => !before.includes(line)), `(in place of ${gone.length})`]
}

test('every configuration has an id and a file name, and steps in both languages', () => {
  const all = clientConfigurations(plain)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const { fileName, content, steps } of all) {
    expect(fileName).toMatch(/^[\w-]+\.[a-z]+1?$|^Pictoglyph\.sxcu$/)
    expect(content.endsWith('\n')).toBe(true)
    expect(steps.en.length).toBe(steps['zh-CN'].length)
    expect(steps.en.length).toBeGreaterThan(0)
  }
})

test('the key and the address stand in every configuration', () => {
  for (const { content } of clientConfigurations(plain)) {
    expect(content).toContain('Bearer pgl_key')
    expect(content).toContain('https://img.example.org')
    expect(content).not.toContain('example.org//')
  }
})

test('an international name is written as every program knows it', () => {
  for (const { content } of clientConfigurations({ ...plain, imagesUrl: 'https://图床.example/' })) {
    expect(content).toContain('https://xn--wcso9o.example')
    expect(content).not.toContain('图床')
  }
})

test('the address of the upload does for that of the service', () => {
  for (const imagesUrl of [
    'https://img.example.org/api/v1/upload',
    'https://img.example.org/api/v1/upload/',
  ]) {
    expect(clientConfigurations({ ...plain, imagesUrl })).toEqual(clientConfigurations(plain))
  }
})

test('without a category no configuration names one', () => {
  for (const { content } of clientConfigurations({ ...plain, categoryId: null })) {
    expect(content).not.toContain('categoryId')
  }
})

test('the album of a key that is bound to albums stands in every configuration that can name a category', () => {
  const able = clientConfigurations({ ...plain, albumId: 'album7' }).filter(({ content }) =>
    content.includes('categoryId'),
  )
  expect(able).toHaveLength(clientConfigurations(plain).length - 1)
  for (const { content } of able) expect(content).toMatch(/albumId.{1,60}album7/s)
})

test('whatever the values hold, JSON stays JSON, and JSON inside it too', () => {
  fc.assert(
    fc.property(awkward, awkward, (key, categoryId) => {
      const input = { ...plain, key, categoryId }
      const inJson = clientConfigurations(input).filter(({ format }) => format === 'json')
      for (const { content } of inJson) expect(() => JSON.parse(content)).not.toThrow()
      const picGo = JSON.parse(byId('picgo-web-uploader', input).content).picBed['web-uploader']
      expect(JSON.parse(picGo.customHeader)).toEqual({ Authorization: `Bearer ${key}` })
      expect(JSON.parse(picGo.customBody)).toEqual({ categoryId })
      const obsidian = JSON.parse(byId('obsidian', input).content)
      expect(JSON.parse(obsidian.uploadBody)).toEqual({ file: '$FILE', categoryId })
    }),
  )
})

test('a shell reads every word as the text that it was made of', async () => {
  const texts = fc.sample(awkward, 200)
  const script = `printf '%s\\n' ${texts.map(shellWord).join(' ')}`
  for (const shell of ['bash', 'sh']) {
    const output = await new Response(Bun.spawn([shell, '-c', script]).stdout).text()
    expect(output).toBe(`${texts.join('\n')}\n`)
  }
})

test('a configuration is found by id, by name or by a word of it, in any case', () => {
  const all = clientConfigurations(plain)
  const found = (name: string) => findClientConfiguration(all, name)?.id
  expect(found('ShareX')).toBe('sharex')
  expect(found('CURL')).toBe('curl')
  expect(found('PicGo')).toBe('picgo-lankong')
  expect(found('lankong')).toBe('picgo-lankong')
  expect(found('picgo web-uploader')).toBe('picgo-web-uploader')
  expect(found('iOS Shortcuts')).toBe('ios-shortcuts')
  expect(found('share')).toBeUndefined()
  expect(found('')).toBeUndefined()
})
