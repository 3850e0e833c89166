import { expect, test } from 'bun:test'
import { mediaTypes } from '@pictoglyph/media/media-type'
import { expectRecorded } from '@pictoglyph/recorded'
import { Failure, toldOf } from '../../src/language/failure.ts'
import type { Image } from '../../src/language/records.ts'
import {
  type PolicyKey,
  policyKeys,
  presentPolicyText,
  readPolicyValue,
  readStoredPolicy,
  settingOf,
} from '../../src/policy/policy.ts'
import { policyProblems } from '../../src/policy/policy-problems.ts'

const link = (label: string, url: string) => JSON.stringify({ label, url })
const web = 'https://example.org/'

/** Texts for each form of control, at its bounds and beyond. */
function textsFor(key: PolicyKey): string[] {
  const { kind, label } = settingOf(key)
  const { control } = kind
  if (control.as === 'number') {
    const { least, most } = control
    const near = [least - 1, least, least + 1, most - 1, most, most + 1].map(String)
    return [...new Set([...near, '', ' ', '007', '1.5', '1e3', ' 12 ', '5KB', '5 MiB', '9999TB', 'many'])]
  }
  if (control.as === 'choice') return [...Object.keys(control.choices), '', 'ON', 'maybe']
  if (control.as === 'boxes') {
    return [mediaTypes.join(), 'png', 'JPG,jpeg', ' webp , gif,webp', 'png,exe', 'exe,bmp', '[]', '', ',']
  }
  if (control.as === 'span') {
    const numbers = ['0', '1', '01', '1.5', '99999', '100000', '999999', '1000000']
    const units = ['s', 'm', 'h', 'd', 'w', 'y'].map((unit) => `2${unit}`)
    return [...numbers.map((number) => `${number}d`), ...units, 'forever', '', 'd', ' 3d ', '-1d', '30']
  }
  switch (key) {
    case 'site.links':
      return [
        ...['', '[]', '{}', 'null', '[', `[${link('A', web)}]`, `[${link(' A ', ` ${web} `)}]`],
        ...[8, 9].map((count) => `[${Array(count).fill(link('A', web)).join()}]`),
        ...[64, 65].map((count) => `[${link('a'.repeat(count), web)}]`),
        ...[500, 501].map((count) => `[${link('A', web.padEnd(count, 'a'))}]`),
        ...['http://example.org/', 'https://user@example.org/', 'mailto:a@example.org', 'javascript:1'].map(
          (url) => `[${link('A', url)}]`,
        ),
        ...['[null]', '[1]', '[{"label":"A"}]', `[{"url":"${web}"}]`, '[{"label":1,"url":1}]'],
        ...[`[{"label":"A","url":"${web}","more":1}]`, `[${link('', web)}]`, `[${link('a\u202eb', web)}]`],
      ]
    case 'site.abuse':
      return [
        ...['', ' ', 'abuse@example.org', ' abuse@example.org ', 'mailto:abuse@example.org', web],
        ...['http://example.org', 'a b@example.org', '@example.org', 'abuse', 'https://u:p@example.org'],
        ...[500, 501].map((count) => web.padEnd(count, 'a')),
      ]
    case 'site.logo':
      return [...[0, 13, 14, 15].map((count) => 'a'.repeat(count)), 'abcdefghijklm-', 'ABCDEFG0123456']
    case 'site.name':
    case 'site.welcome':
      return [
        ...['', ' ', ' a ', 'a\tb', 'a\nb', 'a\r\nb', 'a\0b', 'a\u202eb', 'a\ud800', '图床'],
        ...[64, 65, 1_000, 1_001].map((count) => 'a'.repeat(count)),
      ]
    case 'users.defaultQuota':
    case 'site.maxBytes':
      return [
        'none',
        'NONE',
        '',
        '0',
        '-1',
        '1',
        '500MB',
        '1.5 GB',
        '1024TB',
        '1125899906842625',
        '9e99',
        'x',
      ]
  }
  throw new Error(`no texts for ${label[0]}`)
}

test('every setting reads its values, refuses others, and puts the nearest in the place of a stored one, as recorded', async () => {
  const told = policyKeys.flatMap((key) => {
    const { label, hint, meaning, kind, refuses, strictest, default: usual } = settingOf(key)
    return [
      `${key}: ${label.join(' | ')}`,
      `  ${meaning}`,
      ...(hint === undefined ? [] : [`  ${hint.join(' | ')}`]),
      `  ${JSON.stringify(kind.control)}`,
      `  usual ${JSON.stringify(usual)}, strictest ${JSON.stringify(strictest)}`,
      ...(refuses === undefined ? [] : [`  refuses ${refuses.label.join(' | ')}: ${refusedAt(key)}`]),
      ...refusalOf(key),
      ...textsFor(key).map((text) => `  ${shown(text)} → ${outcomeOf(key, text)}`),
    ]
  })
  await expectRecorded(new URL('./settings-values.txt', import.meta.url), told)
})

test('a stored text that is not understood is told with its repair, and is cut', () => {
  const [cut, whole] = ['a'.repeat(201), 'a'.repeat(200)]
  const stored = readStoredPolicy(
    new Map([
      ['upload.maxSide', cut],
      ['site.robots', whole],
      ['site.later', 'on'],
    ]),
  )
  expect(policyProblems(stored)).toEqual([
    {
      ...{ kind: 'policy', name: 'upload.maxSide', stored: `${whole}…`, inForce: '32768' },
      repair: 'pictoglyph policy set upload.maxSide VALUE',
    },
    {
      ...{ kind: 'policy', name: 'site.robots', stored: whole, inForce: 'noindex' },
      repair: 'pictoglyph policy set site.robots VALUE',
    },
    {
      ...{ kind: 'setting of another version', name: 'site.later', stored: 'on' },
      ...{ inForce: 'it is kept and has no effect', repair: 'none is needed' },
    },
  ])
  expect(presentPolicyText(stored, 'upload.maxSide')).toBe(`"${whole}"`)
  expect(presentPolicyText(stored, 'upload.maxFrames')).toBe('1000')
})

/** Which files of a row are refused by a value of the setting. */
function refusedAt(key: PolicyKey): string {
  const { refuses, kind } = settingOf(key)
  const value = key === 'upload.types' ? ['image/png' as const] : 100
  const file = (change: Partial<Image['file']>): Image['file'] => {
    return { address: '', sizeBytes: 1, type: 'image/png', width: 1, height: 1, frames: 1, ...change }
  }
  const files: Record<string, Image['file']> = {
    ...Object.fromEntries([99, 100, 101].map((count) => [`${count} bytes`, file({ sizeBytes: count })])),
    ...Object.fromEntries([99, 100, 101].map((count) => [`${count} wide`, file({ width: count })])),
    ...Object.fromEntries([99, 100, 101].map((count) => [`${count} high`, file({ height: count })])),
    ...Object.fromEntries([99, 100, 101].map((count) => [`${count} frames`, file({ frames: count })])),
    '10 by 10': file({ width: 10, height: 10 }),
    '10 by 11': file({ width: 10, height: 11 }),
    gif: file({ type: 'image/gif' }),
  }
  const refused = Object.keys(files).filter((name) => refuses?.file(files[name]!, value))
  return `${kind.write(value)} refuses ${refused.join(', ')}`
}

function refusalOf(key: PolicyKey): string[] {
  try {
    readPolicyValue(key, '\0')
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'BAD_REQUEST') throw error
    return [`  ${error.message}`, `  ${toldOf(error.facts, 'zh-CN').message}`]
  }
  return ['  takes anything']
}

/** How an operator's text is read and written; or refused, and what is in force where it is stored. */
function outcomeOf(key: PolicyKey, text: string): string {
  const { kind } = settingOf(key)
  const value = kind.read(text)
  if (value !== undefined) {
    const written = kind.write(value)
    return written === text ? 'taken' : `taken as ${shown(written)}`
  }
  const stored = readStoredPolicy(new Map([[key, text]]))
  const [problem] = policyProblems(stored)
  return `refused; stored: ${shown(problem?.inForce ?? '')}`
}

/** A text with its long parts counted. */
const shown = (text: string): string =>
  JSON.stringify(text)
    .replace(/(.)\1{19,}/g, (run, one) => `${one}×${run.length}`)
    .replace(/(\{.*?\},)\1{2,}/g, (_, one) => `${one}…`)
