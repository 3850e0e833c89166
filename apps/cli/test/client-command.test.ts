import { expect, test } from 'bun:test'
import { pictoglyph } from './command.ts'

const key = 'pgl_oNvwD8CJgJGZUYQCPTUfWwKn5Rm3ciQfB'
const otherKey = 'pgl_wkkYAumNAQdtYmhNifyxe0JSEcZ0xTrYa'
const variables = { PICTOGLYPH_IMAGES_URL: 'https://img.example.org' }

test('client prints a configuration that can be saved as it stands, and the steps beside it', async () => {
  const words = ['client', 'SHAREX', '--key', key, '--category', 'general']
  const { code, out, err } = await pictoglyph(variables, words)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    RequestURL: 'https://img.example.org/api/v1/upload',
    Headers: { Authorization: `Bearer ${key}` },
    Arguments: { categoryId: 'general' },
  })
  expect(err).toContain('1. ')
  expect(err).not.toContain('--category')
})

test('client says that a configuration without a category needs a key with a default one', async () => {
  const { out, err } = await pictoglyph(variables, ['client', 'ShareX', '--key', key])
  expect(out).not.toContain('categoryId')
  expect(err).toContain('--category')
})

test('client takes address and key from its options before the environment', async () => {
  const environment = { ...variables, PICTOGLYPH_KEY: otherKey }
  const fromEnvironment = await pictoglyph(environment, ['client', 'curl'])
  expect(fromEnvironment.out).toContain(otherKey)
  const words = ['client', 'curl', '--key', key, '--url', 'https://other.example.org']
  const { out } = await pictoglyph(environment, words)
  expect(out).toContain(key)
  expect(out).toContain('https://other.example.org/api/v1/upload')
  expect(out).not.toContain('img.example.org')
})

test('client --json prints name, content and steps in both languages', async () => {
  const { out } = await pictoglyph(variables, ['client', 'lankong', '--key', key, '--json'])
  const configuration = JSON.parse(out)
  expect(configuration.id).toBe('picgo-lankong')
  expect(JSON.parse(configuration.content).picBed.lankong.token).toBe(`Bearer ${key}`)
  expect(Object.keys(configuration.steps)).toEqual(['en', 'zh-CN'])
})

test('client without a name lists what there is, and needs no key for it', async () => {
  const list = await pictoglyph(variables, ['client', '--json'])
  const names = JSON.parse(list.out).map(({ name }: { name: string }) => name)
  for (const name of ['curl', 'ShareX', 'PicList', 'uPic', 'Flameshot', 'n8n', 'Obsidian', 'Typora']) {
    expect(names).toContain(name)
  }
  expect((await pictoglyph(variables, ['client'])).out).toContain('iOS Shortcuts')
})

test('an unknown name or a missing key is refused', async () => {
  const unknown = await pictoglyph(variables, ['client', 'Winamp', '--key', key])
  expect([unknown.code, unknown.out]).toEqual([1, ''])
  expect(unknown.err).toContain('There is nothing for "Winamp". Known: curl, ShareX')
  const keyless = await pictoglyph(variables, ['client', 'ShareX'])
  expect(keyless.err).toContain('No API key')
})

test('a key with anything around it is refused, before it is sent anywhere', async () => {
  const words = [
    ['client', 'ShareX'],
    ['upload', 'a.png'],
    ['rehost', '.'],
  ]
  for (const around of [
    `Bearer ${key}`,
    `"${key}"`,
    `Authorization: Bearer ${key}`,
    `‘${key}’`,
    `<${key}>`,
  ]) {
    for (const command of words) {
      const { code, out, err } = await pictoglyph(variables, [...command, '--key', around])
      expect([code, out]).toEqual([1, ''])
      expect(err).toContain('Give the API key alone')
      expect(err).not.toContain(key)
    }
  }
})

test('a key that was not copied whole is refused, and printed nowhere', async () => {
  for (const wrong of [key.slice(0, -1), `${key}x`, key.replace('o', 'p'), '', 'YOUR_API_KEY']) {
    const { code, out, err } = await pictoglyph(variables, ['client', 'ShareX', '--key', wrong])
    expect([wrong, code, out]).toEqual([wrong, 1, ''])
    expect(err).toContain('not a whole API key')
    if (wrong !== '') expect(err).not.toContain(wrong)
  }
})
