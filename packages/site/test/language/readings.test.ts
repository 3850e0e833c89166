import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { networksOfEntry } from '../../src/access/networks-of-entry.ts'
import { subjectKey } from '../../src/access/subject.ts'
import { readDisplayName, readSignInName } from '../../src/accounts/names.ts'
import { readMembers } from '../../src/accounts/read-members.ts'
import { Failure, toldOf } from '../../src/language/failure.ts'
import { formatBytes, formatOverLimit } from '../../src/language/format-bytes.ts'
import { isReadableId } from '../../src/language/ids.ts'
import { bytesOfSize, readSize, sizeAtMost } from '../../src/language/size.ts'
import { readLifetime, readSpan, writeSpan } from '../../src/language/span.ts'
import {
  readDescription,
  readFileName,
  readName,
  readNote,
  readTitle,
} from '../../src/language/text-field.ts'
import { checkExpiry, isoTime } from '../../src/language/time.ts'
import { readLinkName } from '../../src/links/link-name.ts'
import { networkKey, parseAddress } from '../../src/network/address.ts'
import { networksAround, parseCidr } from '../../src/network/cidr.ts'

/** A letter of each script that people write names in. */
const letters = {
  ...{ Latin: 'a', Cyrillic: 'ж', Greek: 'λ', Han: '王', Hiragana: 'あ', Katakana: 'ア', Bopomofo: 'ㄅ' },
  ...{ Hangul: '한', Armenian: 'ա', Hebrew: 'א', Arabic: 'ب', Thaana: 'ހ', Devanagari: 'अ', Bengali: 'অ' },
  ...{ Gurmukhi: 'ਅ', Gujarati: 'અ', Oriya: 'ଅ', Tamil: 'அ', Telugu: 'అ', Kannada: 'ಅ', Malayalam: 'അ' },
  ...{
    Sinhala: 'අ',
    Thai: 'ก',
    Lao: 'ກ',
    Tibetan: 'ཀ',
    Myanmar: 'က',
    Georgian: 'ა',
    Ethiopic: 'አ',
    Khmer: 'ក',
  },
  ...{ Cherokee: 'Ꭰ', Runic: 'ᚠ' },
}

test('names in each script, and in two together, are taken or refused as recorded', async () => {
  const isTaken = (name: string) => {
    try {
      return readSignInName(name) === name
    } catch (error) {
      if (error instanceof Failure) return false
      throw error
    }
  }
  const scripts = Object.entries(letters)
  const lines = scripts.map(([script, letter]) => {
    const beside = scripts.filter(([other, one]) => other !== script && isTaken(`${letter}1 ${one}`))
    return `${script}: ${isTaken(letter) ? 'taken' : 'refused'}; with ${beside.map(([other]) => other).join(', ') || 'none'}`
  })
  await expectRecorded(new URL('./scripts-of-names.txt', import.meta.url), lines)
})

const sizes = [
  '0',
  '1',
  '1.5',
  '1.4k',
  '5KB',
  '5 kib',
  '5  MB',
  '2g',
  '1T',
  '1P',
  '-1',
  '.5',
  '5.',
  ' 7 ',
  '',
  'x',
  '8796093022208k',
  '8796093022207.999k',
]
const spans = [
  '0s',
  '1s',
  '59s',
  '90m',
  '999999w',
  '1000000s',
  '01h',
  '-1d',
  '1.5h',
  '1y',
  'h',
  '',
  ' 1h ',
  '1h ',
  'forever',
  '0000001d',
  '000001d',
  '0'.repeat(50),
]
const texts = ['', ' ', ' a ', 'a\tb\n c', 'a\0b', 'a\u202eb', 'a\ud800', '猫 😺', '\u2028', 'a\u007fb']
const long = (count: number) => 'é'.repeat(count)
const networks = [
  '',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/8',
  '10.0.0.1',
  '10.0.0.1/31',
  '::ffff:10.0.0.0/104',
  '::ffff:0:0/96',
  '::ffff:0:0/95',
  '::/96',
  '2001:db8::/32',
  '2001:db8::1/64',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '/8',
  '10.0.0.0/-1',
  '10.0.0.0/1e1',
  '"\n',
]
const addresses = [
  '0.0.0.0',
  '255.255.255.255',
  '192.0.2.7',
  '::',
  '::1',
  '::1:0:0:0',
  '1:0:0:2:0:0:0:3',
  '1:0:2:3:4:5:6:7',
  '1:2:3:4:5:6:0:0',
  '64:ff9b::c000:207',
  '64:ff9b:0:1::1',
  '64:ff9b:1::1',
  '2001:db8:1:2:3:4:5:6',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '::ffff:192.0.2.7',
  '::fffe:192.0.2.7',
  '1::ffff:192.0.2.7',
  '0:1::ffff:192.0.2.7',
]
const times = [-1, 0, 1, 1_000, Date.UTC(9999, 11, 31, 23, 59, 59, 999), Date.UTC(10_000, 0), 2 ** 60]
const bytes = [
  0,
  1,
  1_023,
  1_024,
  1_536,
  10_239,
  10_240,
  10_752,
  1_048_575,
  1_048_576,
  2 ** 30,
  2 ** 40,
  2 ** 50,
  2 ** 53 - 1,
]

/** Every function that reads or writes a text of a person, with texts at its bounds. */
const readings: Record<string, [of: (text: never) => unknown, given: readonly unknown[]]> = {
  bytesOfSize: [bytesOfSize, sizes],
  'sizeAtMost 2000': [(text: string) => sizeAtMost(text, 2_000), sizes],
  readSize: [readSize, ['1MB', 'x']],
  readSpan: [readSpan, spans],
  readLifetime: [(text: string) => readLifetime('lifetime', text), spans],
  writeSpan: [
    writeSpan,
    [0, 1_000, 1_500, 59_000, 60_000, 90_000, 3_600_000, 5_400_000, 86_400_000, 604_800_000, 691_200_000],
  ],
  readTitle: [readTitle, [...texts, long(500), long(501)]],
  readDescription: [readDescription, [...texts, long(10_000), long(10_001)]],
  'readNote of 5': [(text: string) => readNote(text, 5), [...texts, long(5), long(6), '😺'.repeat(5)]],
  'readName of 1 to 5': [
    (text: string) => readName(text, { field: 'called', least: 1, most: 5 }),
    [...texts, long(5), long(6)],
  ],
  readFileName: [
    readFileName,
    [
      ...texts,
      long(255),
      long(256),
      'file',
      'FILE.png',
      'unnamed.abcdef',
      'unnamed.abcde',
      'picture',
      'untitled.',
      'a/b\\c.png',
      'files.png',
    ],
  ],
  readDisplayName: [readDisplayName, [...texts, '\u200ea', '\u{E0041}a', '\u061ca', long(64), long(65)]],
  readLinkName: [
    (text: string) => readLinkName(text, 'links'),
    ['ab', 'abc', 'a'.repeat(64), 'a'.repeat(65), 'A-b', '-ab', 'ab-', 'a_b', 'a--b', '123', ''],
  ],
  isReadableId: [isReadableId, ['', 'a', '-', '0', '_a', 'a_-9', 'A', 'a'.repeat(40), 'a'.repeat(41), 'a ']],
  parseCidr: [(text: string) => parseCidr(text), networks],
  'an address': [
    (text: string) => {
      const address = parseAddress(text)!
      const around = networksAround(address)
      const some = [0, 1, 8, 24, 31, 32, 33, 48, 64, 95, 96, 97, 127, 128].flatMap(
        (bits) => around[bits] ?? [],
      )
      return [address.text, networkKey(address), subjectKey({ address }), ...some].join(' ')
    },
    addresses,
  ],
  'the key of a subject': [
    (subject: Parameters<typeof subjectKey>[0]) => subjectKey(subject),
    [
      ...[{ address: undefined }, { userId: 'u' }, { nameHash: 'n' }, { keyId: 'k' }],
      { userId: 'u', at: { address: undefined } },
      { nameHash: 'n', at: { address: { family: 4, words: [0, 0, 0, 1], text: '0.0.0.1' } } },
    ],
  ],
  'the networks of a stored one': [
    (entry: Parameters<typeof networksOfEntry>[0]) => {
      const { networks, problem } = networksOfEntry(entry)
      return [
        networks.map(({ network, prefixLength }) => `${network.text}/${prefixLength}`).join(' and '),
        problem?.inForce,
        problem?.stored,
      ]
    },
    (['block', 'allow'] as const).flatMap((list) => [
      ...[
        '10.0.0.0/8',
        '10.1.2.3/8',
        '10.1.2.3/33',
        '10.1.2.3/033',
        '2001:db8::1/x',
        '10.1.2.3/0',
        'home',
        '',
      ].map((network) => ({ network, list })),
      { network: '10.0.0.0/8', list, otherList: 'later' },
    ]),
  ],
  isoTime: [isoTime, times],
  'checkExpiry at 1000': [
    (atMs: number) => checkExpiry(atMs, 1_000) ?? 'taken',
    [...times, 1_001, Number.NaN],
  ],
  formatBytes: [
    (count: number) => ['en', 'zh-CN'].map((language) => formatBytes(count, language)).join(' '),
    bytes,
  ],
  'formatBytes with two digits': [(count: number) => formatBytes(count, 'en', 2), bytes],
  'formatOverLimit of 20 MB': [
    (count: number) => formatOverLimit(count, 20 * 1024 ** 2, 'en').join(' over '),
    [1, 1_000, 100_000, 1_000_000].map((more) => 20 * 1024 ** 2 + more),
  ],
  'formatOverLimit of as much': [
    (count: number) => formatOverLimit(count, count, 'en').join(' over '),
    [5, 2 ** 40],
  ],
  readMembers: [
    (text: string) => {
      const { members, problems } = readMembers(text)
      return [
        ...members.map(({ line, ...cells }) => `${line} ${Object.values(cells).map(String).join('/')}`),
        ...problems.map(({ line, reason }) => `${line}! ${reason}`),
      ].join('; ')
    },
    [
      ...[
        '',
        '\n',
        'name',
        'name\n',
        'name\r\nann\r\n\r\nbob',
        '\uFEFFname\nann',
        'NAME , Display_Name;\nann',
      ],
      ...[
        'name,display-name,Role,QUOTA\nann,Ann,ADMIN,1.5GB',
        'name;role\nann;king',
        'name\trole\nann\tmember',
      ],
      ...[
        'sep=;\nname;role\nann;admin',
        'SEP=\t\r\nname\nann',
        'sep=|\nname\nann',
        'name,role\nann',
        'name\nann,',
      ],
      ...['name,role\nann,,\nbob,,x', 'name,quota\na,none\nb,None\nc,0\nd,-1\ne,', 'name\n"ann\nbob"\ncid'],
      ...[
        'name,displayname\n"ann","a ""b"" c"\nbob, "c,d" ',
        'name\n"ann',
        'name,name',
        'role',
        'name,',
        'name,,role',
      ],
      ...[
        'name\nann\nANN\n ann ',
        'name\n\n\nann\n\nbob',
        `name\n${'a'.repeat(65)}`,
        'name\n"a""b"',
        'name\na"b"',
      ],
    ],
  ],
}

test('texts are read and written as recorded', async () => {
  const lines = Object.entries(readings).flatMap(([name, [of, given]]) => [
    name,
    ...given.map((one) => `  ${shown(one)} → ${outcomeOf(() => of(one as never))}`),
  ])
  await expectRecorded(new URL('./readings.txt', import.meta.url), lines)
})

function outcomeOf(work: () => unknown): string {
  try {
    return shown(work())
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { field } = error.facts as { field?: string }
    const chinese = Object.values(toldOf(error.facts, 'zh-CN')).join('')
    return shown(`${error.code}${field === undefined ? '' : ` (${field})`}: ${error.message} | ${chinese}`)
  }
}

/** A value on one line, with long runs counted. */
const shown = (value: unknown): string =>
  `${JSON.stringify(value)}`
    .replace(/(.)\1{19,}/gu, (run, one) => `${one}×${[...run].length}`)
    .replace(
      /[\u007f-\u009f\u200e\u061c\u2028\u202e\ufeff\u{E0041}]/gu,
      (hidden) => `\\u${hidden.codePointAt(0)?.toString(16)}`,
    )
