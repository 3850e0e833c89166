/** Recorded answers of the codec: ciphers, packed texts, refusals, and the rules for characters. */
import { expect, test } from 'bun:test'
import { expectRecorded, hashOf } from '@pictoglyph/recorded'
import { foldSymbol, parseSymbols } from '../src/charset.ts'
import { createCharsetIndex } from '../src/charset-index.ts'
import { decode, decodeMessage, decodeShort } from '../src/decode.ts'
import { type Detection, detect, detectWhole } from '../src/detect.ts'
import { encode } from '../src/encode.ts'
import { CodecError, refusals } from '../src/failure.ts'
import { writeFrame } from '../src/frame.ts'
import { isIgnored } from '../src/ignored-characters.ts'
import { foldAll, foldCase, foldInto } from '../src/look-alikes.ts'
import { undoMarkup } from '../src/markup.ts'
import { readMessage, refusalOf } from '../src/message.ts'
import { loadModel, pack, unpack, unpackShort } from '../src/packing/packing.ts'
import { isClearlyText, isPlausible } from '../src/plausibility.ts'
import { prepareCharset } from '../src/prepared-charset.ts'
import { algorithmTypes, schemeOf, variantOf, variantsOf } from '../src/scheme.ts'
import { shippedCharsets, shippedPresets } from '../src/shipped.ts'
import { seededRandom } from './arbitraries.ts'
import { quickScrypt } from './native-scrypt.ts'
import { plainTexts, seededNumbers } from './sample/damages.ts'

const index = createCharsetIndex(shippedCharsets)
const key = '钥匙 key'
const phrase = 'See you at 5, 今晚八点见。 Привет! 😀 שלום — Grüße, さようなら…'

/** A text of this many units, and of several scripts. */
const textOf = (length: number): string => phrase.repeat(Math.ceil(length / phrase.length)).slice(0, length)

function sealed(set: number, preset: number, text: string, given: string | undefined = key): Promise<string> {
  const { scheme } = shippedPresets[preset]!
  const random = seededRandom(7)
  return encode({ text, charset: shippedCharsets[set]!, scheme, key: given, random, scrypt: quickScrypt })
}

/** What becomes of a cipher: its text, or the code of the refusal and its reason. */
async function answerTo(read: () => Promise<string> | string): Promise<string> {
  try {
    return await read()
  } catch (error) {
    return refusalIn(error)
  }
}

function refusalIn(error: unknown): string {
  if (!(error instanceof CodecError)) throw error
  const reason = Object.entries(refusals).find(([, message]) => message === error.message)?.[0]
  const values = Object.entries(error.values).map((value) => value.join(' '))
  return [error.code, reason ?? error.message, ...values].join(' ')
}

const opened = (cipher: string): Promise<string> =>
  answerTo(() => decode(detect(cipher, index), { key, scrypt: quickScrypt }))

/** Equal neighbours as one line, each after its first and last place. */
function ranges(outcomes: Iterable<[place: string, outcome: string]>): string[] {
  const lines: { from: string; to: string; outcome: string }[] = []
  for (const [place, outcome] of outcomes) {
    const last = lines.at(-1)
    if (last?.outcome === outcome) last.to = place
    else lines.push({ from: place, to: place, outcome })
  }
  return lines.map(({ from, to, outcome }) => `  ${from === to ? from : `${from}-${to}`}: ${outcome}`)
}

/** Sets for a text of this many units: all without a key, otherwise one after another. */
const setsFor = (preset: number, length: number): number[] =>
  preset < 2 ? [...shippedCharsets.keys()] : [length % shippedCharsets.length]

test('each set and preset has the recorded ciphers of texts of 0 to 80 units', async () => {
  const lines: string[] = []
  for (const [preset, { id }] of shippedPresets.entries()) {
    lines.push(id)
    for (let length = 0; length <= 80; length++) {
      const ciphers: string[] = []
      for (const set of setsFor(preset, length)) {
        const cipher = await answerTo(() => sealed(set, preset, textOf(length)))
        if (length > 0) expect(await opened(cipher)).toBe(textOf(length))
        ciphers.push(cipher)
      }
      const symbols = Array.from(ciphers[0]!).length
      lines.push(`  ${length}: ${symbols} ${hashOf(ciphers.join('\n'))}`)
    }
    lines.push(`  without a key: ${await answerTo(() => sealed(0, preset, 'Hi 你', undefined))}`)
    for (const set of shippedCharsets.keys()) lines.push(`  ${await sealed(set, preset, 'Hi 你')}`)
  }
  await expectRecorded(new URL('./known/ciphers.txt', import.meta.url), lines)
}, 120_000)

test('classic bodies without their wrapper are read or refused as recorded', async () => {
  const lines: string[] = []
  for (const [set, { id }] of shippedCharsets.entries()) {
    const only = createCharsetIndex([shippedCharsets[set]!])
    const texts = Array.from({ length: 40 }, (_, length) => textOf(length + 1))
    texts.push('aaaaaaaa', 'abababab', '\0\0\0\0', '\ud800x\ud801', '㐀㐁㐂㐃', 'ຄ່າ', '!!', '2024-05-06')
    const outcomes = await Promise.all(
      texts.map(async (text): Promise<[string, string]> => {
        const body = Array.from(await sealed(set, 0, text)).slice(3, -1)
        const whole = await answerTo(() => decode(detect(body.join(''), only), { scrypt: quickScrypt }))
        const lines = body.map((symbol, at) => (at % 24 === 0 ? `\n${symbol}` : symbol)).join('')
        const broken = await answerTo(() => decode(detect(lines, only), { scrypt: quickScrypt }))
        const told = [whole, broken].map((answer) => (answer === text ? 'read' : answer))
        return [JSON.stringify(text), [...new Set(told)].join(', in lines ')]
      }),
    )
    lines.push(id, ...ranges(outcomes))
  }
  await expectRecorded(new URL('./known/bodies.txt', import.meta.url), lines)
})

const damages: Record<string, (symbols: string[], at: number) => string[]> = {
  lost: (symbols, at) => symbols.toSpliced(at, 1),
  'lost with all before it': (symbols, at) => symbols.slice(at + 1),
  'lost with all after it': (symbols, at) => symbols.slice(0, at),
  'lost with three others': (symbols, at) => symbols.toSpliced(at, 4),
  twice: (symbols, at) => symbols.toSpliced(at, 0, symbols[at]!),
  swapped: (symbols, at) =>
    symbols.with(at, symbols[at + 1] ?? '').with(Math.min(at + 1, symbols.length - 1), symbols[at]!),
  'changed to c0': (symbols, at) => symbols.with(at, '嗷'),
  'changed to c3': (symbols, at) => symbols.with(at, '~'),
  'changed to another’s': (symbols, at) => symbols.with(at, '喵'),
  'after a space': (symbols, at) => symbols.toSpliced(at, 0, ' '),
  'after another cipher': (symbols, at) => [...symbols.slice(0, at), ...symbols, ...symbols.slice(at)],
  'after a line and another cipher': (symbols, at) => [...symbols.slice(0, at), '\n', ...symbols],
}

/** Texts whose ciphers are damaged, by preset. Other presets differ in the check alone, which finds every damage. */
const damagedTexts: Record<string, string[]> = {
  classic: ['好', 'See you there'],
  compact: ['好', 'See you there'],
  streamxor: ['好'],
  aesgcm: ['好'],
}

test('a cipher damaged at any place is refused with the recorded reason', async () => {
  const lines: string[] = []
  for (const [id, texts] of Object.entries(damagedTexts))
    for (const text of texts) {
      const preset = shippedPresets.findIndex((one) => one.id === id)
      const symbols = Array.from(await sealed(0, preset, text))
      for (const [damage, apply] of Object.entries(damages)) {
        const outcomes: [string, string][] = []
        for (const at of symbols.keys()) {
          const damaged = apply(symbols, at).join('')
          const answer = id === 'aesgcm' ? shapeOf(damaged) : readingOf(damaged, index)
          const opens = id === 'classic' ? '' : `, ${(await opened(damaged)) === text ? 'read' : 'refused'}`
          outcomes.push([String(at), answer + opens])
        }
        lines.push(`${id} ${JSON.stringify(text)}, ${damage}`, ...ranges(outcomes))
      }
    }
  await expectRecorded(new URL('./known/refusals.txt', import.meta.url), lines)
}, 120_000)

function shapeOf(cipher: string): string {
  try {
    return named(detect(cipher, index))
  } catch (error) {
    return refusalIn(error)
  }
}

function named(detection: Detection): string {
  const { format, type, charset } = detection
  const scheme = variantOf(detection.scheme)
  const content =
    detection.format === 'classic'
      ? JSON.stringify(detection.text)
      : `packing ${detection.frame.packingBit} ${detection.frame.body.length} bytes`
  return `${charset.id} ${format} ${type} ${scheme} ${content}`
}

test('each header with each length of a body is recognized, or refused, as recorded', async () => {
  const charset = prepareCharset(shippedCharsets[0]!)
  const lines: string[] = []
  const values = (header: number, first: number, count: number): string =>
    writeFrame(
      charset,
      { type: 'RAW', packingBit: 0 },
      Uint8Array.from({ length: count }, (_, at) => (at === 0 ? first : 90)),
    ).replace(
      /^(...)../u,
      (_, wrapper: string) => wrapper + charset.symbols[header >> 2] + charset.symbols[header & 3],
    )
  for (let header = 0; header < 16; header++)
    for (const first of [0x00, 0x3f, 0x40, 0x7f, 0x80, 0xbf, 0xc0, 0xff]) {
      const outcomes = Array.from({ length: 130 }, (_, count): [string, string] => {
        const cipher = values(header, first, count)
        try {
          return [String(count), named(detect(cipher, index)).replace(/ \d+ bytes/, '')]
        } catch (error) {
          return [String(count), refusalIn(error)]
        }
      })
      lines.push(`header ${header}, first byte ${first}`, ...ranges(outcomes))
    }
  const longest = [40_001, 40_002, 40_003, 40_004, 40_009, 40_010, 40_011, 40_012, 40_060, 40_090]
  for (const header of [5, 7, 2, 14])
    for (const count of longest) {
      const found = detectWhole(values(header, 0x40, count), index)
      lines.push(`header ${header}, ${count} bytes: ${found ? found.type : 'none'}`)
    }
  await expectRecorded(new URL('./known/headers.txt', import.meta.url), lines)
}, 120_000)

/** Texts that bring the model to its limits. */
const extremes: [name: string, text: string][] = [
  ...plainTexts().map((text): [string, string] => [JSON.stringify(text.slice(0, 12)), text]),
  ['one letter twenty thousand times', 'a'.repeat(20_000)],
  ['a sentence over and over', textOf(20_000)],
  ['a letter that is not listed', '\u2fe0'.repeat(3_000)],
  ['two letters in turn', 'ab'.repeat(10_000)],
  ['bytes of zero', '\0'.repeat(500)],
  ['the last unit', '\uffff'.repeat(300)],
  ['lone surrogates', '\ud800\udfff'.repeat(100)],
  [
    'one unit of each block',
    String.fromCharCode(...Array.from({ length: 512 }, (_, block) => block * 128 + 5)),
  ],
  [
    'all units of a block',
    String.fromCharCode(...Array.from({ length: 128 }, (_, unit) => 0x1200 + unit)).repeat(4),
  ],
  ['ideographs by chance', chance(20_000, 0x4e00, 0x5200)],
  ['letters by chance', chance(20_000, 0x61, 26)],
  ['units by chance', chance(2_000, 0, 0x10000)],
  ['lines', 'one\ntwo\n\nthree\n'.repeat(200)],
  ...Object.entries({
    Arabic: 'السلام عليكم ورحمة الله',
    Thai: 'สวัสดีตอนเช้า วันนี้อากาศดี',
    Hindi: 'नमस्ते, आप कैसे हैं?',
    Greek: 'Καλημέρα, τι κάνεις;',
    Korean: '안녕하세요, 만나서 반갑습니다',
    Georgian: 'გამარჯობა მეგობარო',
    emoji: '😀👩‍👩‍👧🏽🇩🇪'.repeat(6),
    mathematics: '∀x∈ℝ: x² ≥ 0 ⇒ √x²=|x|',
    code: 'for (let i = 0; i < 10; i++) { console.log("i", i) }',
    address: 'https://example.com/a?b=c&d=e#f',
  }).map(([name, text]): [string, string] => [name, text]),
]

function chance(length: number, first: number, count: number): string {
  const random = seededNumbers(9)
  return Array.from({ length }, () => String.fromCharCode(first + Math.floor(random() * count))).join('')
}

test('the model gives each decision the recorded probability', () => {
  const model = loadModel()
  const lines = extremes.map(([name, text]) => {
    const decisions: number[] = []
    model.reset()
    for (let at = 0; at < text.length; at++)
      model.code(text.charCodeAt(at), (probability, value) => {
        decisions.push(probability * 2 + value)
        return value
      })
    const packed = pack(text)
    expect(unpack(packed.packing, packed.bytes)).toBe(text)
    const listed = Array.from(text.slice(0, 40), (_, at) => Number(model.lists(text.charCodeAt(at)))).join('')
    const asked = hashOf(new Uint8Array(Int32Array.from(decisions).buffer))
    return [
      `${name}: ${text.length} units, ${decisions.length} decisions ${asked}`,
      `packed ${packed.packing} ${packed.bytes.length} ${hashOf(packed.bytes)}`,
      `${isPlausible(text) ? '' : 'not '}plausible${isClearlyText(text) ? ', clearly' : ''}, listed ${listed}`,
    ].join(', ')
  })
  return expectRecorded(new URL('./known/packings.txt', import.meta.url), lines)
}, 120_000)

test('packed bytes that no writer writes are refused, at each byte and length', () => {
  const lines = ['a', 'Hi', '今晚', 'See you at 5', '\u2fe0\u2fe1', textOf(40)].flatMap((text) => {
    const { packing, bytes } = pack(text)
    const outcomes = Array.from({ length: bytes.length * 9 }, (_, change): [string, string] => {
      const at = Math.floor(change / 9)
      const damaged =
        change % 9 === 8 ? bytes.subarray(0, at) : bytes.with(at, bytes[at]! ^ (1 << (change % 9)))
      const read = ([0, 1, 2] as const).map((as) => unpackShort(as, damaged, 60))
      return [`${at}.${change % 9}`, read.map((found) => JSON.stringify(found) ?? 'refused').join(' ')]
    })
    const limits = [text.length - 1, text.length, text.length + 1].map(
      (most) => `${most} ${unpackShort(packing, bytes, most) === text ? 'read' : 'refused'}`,
    )
    return [`${JSON.stringify(text)}: ${limits.join(', ')}`, ...ranges(outcomes)]
  })
  return expectRecorded(new URL('./known/unpackings.txt', import.meta.url), lines)
})

/** Code points that are tried as a symbol: those of general use, and the ends of ranges. */
const judged = [
  [0, 0x2c00],
  [0x2ff0, 0x3110],
  [0xd7f0, 0xd810],
  [0xdff0, 0xe010],
  [0xfdf0, 0x10100],
  [0x1f300, 0x1f680],
  [0xe0000, 0xe0200],
  [0x10fff0, 0x110000],
] as const

test('each code point is ignored, folded, or suitable for a set, as recorded', () => {
  function* outcomes(): Generator<[string, string]> {
    for (let codePoint = 0; codePoint < 0x110000; codePoint++) {
      const character = String.fromCodePoint(codePoint)
      const told: string[] = []
      if (isIgnored(codePoint)) told.push('ignored')
      if (foldSymbol(codePoint) !== codePoint) told.push(`folded ${foldSymbol(codePoint)}`)
      const folded = foldAll(character)
      if (folded !== character) told.push(`looks like ${folded}`)
      if (judged.some(([first, last]) => codePoint >= first && codePoint < last))
        told.push(...unsuitabilityOf(character))
      yield [codePoint.toString(16), told.join(', ')]
    }
  }
  return expectRecorded(new URL('./known/characters.txt', import.meta.url), ranges(outcomes()))
}, 120_000)

function unsuitabilityOf(character: string): string[] {
  try {
    parseSymbols(`${character}一二三`)
    return []
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    return [error.template]
  }
}

test('messages around ciphers are read as recorded', async () => {
  const lines: string[] = []
  for (const set of shippedCharsets.keys()) {
    const { symbols, id } = shippedCharsets[set]!
    for (const preset of [0, 1, 3]) {
      const [cipher, other] = [
        await sealed(set, preset, '你好 hello'),
        await sealed(set, preset, 'on Friday'),
      ]
      const half = Math.floor(Array.from(cipher).length / 2)
      const [front, back] = [
        Array.from(cipher).slice(0, half).join(''),
        Array.from(cipher).slice(half).join(''),
      ]
      const messages: Record<string, string> = {
        'in words': `He said “${cipher}” today.`,
        'with a space in it': `${front} ${back}`,
        'over lines in words': `say: ${front}\n${back} ok`,
        'over quoted lines': `> ${front}\n> ${back}\n`,
        'in numbered parts': `(1/2) ${front}\n(2/2) ${back}`,
        'with times': `10:31 ${front}\n10:32 ${back}`,
        'with names': `Ann: ${front}\nBob: ${back}`,
        'two of them': `${cipher} ${other}`,
        'two in lines': `${cipher}\n${other}\n`,
        'two in words': `one ${cipher}, two ${other}.`,
        'two side by side': cipher + other,
        'one and a half': `${cipher} and ${other.slice(0, -3)}`,
        'half and one': `${front} and ${other}`,
        'three times': `${cipher} ${cipher}\t${cipher}`,
        escaped: encodeURIComponent(cipher),
        'as entities': Array.from(cipher, (symbol) => `&#${symbol.codePointAt(0)};`).join(''),
        'with breaks': `${front}<br/>${back}`,
        'in capitals': cipher.toUpperCase(),
        'in full width': Array.from(cipher, (symbol) =>
          symbol > '~' || symbol < '!' ? symbol : String.fromCodePoint(symbol.codePointAt(0)! + 0xfee0),
        ).join(''),
        'with three dots': cipher.replaceAll('…', '...'),
        'without its wrapper': Array.from(cipher).slice(3, -1).join(''),
        'without its wrapper in lines': `${Array.from(cipher).slice(3, -1).join('')}\n${other}`,
        'with a symbol less': cipher.slice(0, -2) + cipher.at(-1),
      }
      for (const enabled of [index, createCharsetIndex([]), createCharsetIndex([shippedCharsets[set]!])]) {
        const outcomes = Object.entries(messages).map(([name, message]): [string, string] => [
          name,
          readingOf(message, enabled),
        ])
        lines.push(
          `${id} ${symbols.join('')} ${shippedPresets[preset]!.id} of ${enabled.charsets.length} sets`,
          ...outcomes.map(([name, read]) => `  ${name}: ${read}`),
        )
      }
    }
  }
  await expectRecorded(new URL('./known/messages.txt', import.meta.url), lines)
}, 120_000)

function readingOf(message: string, enabled: typeof index): string {
  try {
    const { detections, unread, stretches = [] } = readMessage(message, enabled)
    return [
      detections.map(named).join(' and ') + (unread.length > 0 ? `, unread ${unread.join(' ')}` : ''),
      ...stretches.map(
        ({ detection, before, after }) => `${before} beside ${named(detection)} beside ${after}`,
      ),
    ].join('; ')
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    return refusalIn(refusalOf(error, message, enabled))
  }
}

test('look-alikes and markup are undone as recorded', () => {
  const written = [
    'a~b〜c',
    '...',
    '……',
    '&amp;&LT;&nbsp;&quot;&tilde;&gt;&none;',
    '%E5%97%B7%zz%ff',
    '&#126;&#x7e;&#x110000;&#1114111;&#1114112;',
  ]
  written.push(
    '\\u5450\\u{1f63a}\\u12',
    '\\~\\a\\!\\/\\:\\@\\[\\`\\{\\}',
    'a<br>b<BR />c<br/>',
    'ABCDabcd',
    '嗚鏘',
    '･・•',
    '‘x’“y”—−',
  )
  const lines = written.flatMap((text) => [
    `${text}: ${JSON.stringify(undoMarkup(text))}`,
    ...shippedCharsets.map(
      ({ id, symbols }) => `  ${id}: ${foldInto(text, symbols)} ${foldCase(text, symbols)}`,
    ),
    `  '"-A: ${foldInto(text, ["'", '"', '-', 'A'])} ${foldCase(text, ["'", '"', '-', 'A'])}`,
  ])
  return expectRecorded(new URL('./known/look-alikes.txt', import.meta.url), lines)
})

test('each type has its variants, and no other', () => {
  const variants = ['classic', 'frame', 'normal', 'strong', '', 'other']
  const answers = algorithmTypes.map((type) =>
    variants.map((variant) => {
      try {
        const scheme = schemeOf(type, variant)
        return `${variantOf(scheme)} ${JSON.stringify(scheme)}`
      } catch (error) {
        return refusalIn(error)
      }
    }),
  )
  const lines = algorithmTypes.flatMap((type, at) => [
    `${type} ${variantsOf[type].join(' ')}`,
    ...answers[at]!,
  ])
  return expectRecorded(new URL('./known/schemes.txt', import.meta.url), lines)
})

test('a part of a message that does not open is unread', async () => {
  const right = await sealed(0, 3, 'right')
  const wrong = await sealed(0, 3, 'wrong', 'another key')
  const mixes: Record<string, string[]> = {
    rw: [right, wrong],
    wr: [wrong, right],
    w: [wrong],
    wrw: [wrong, right, wrong],
    rr: [right, right],
    wwr: [wrong, wrong, right],
  }
  const lines = await Promise.all(
    Object.entries(mixes).flatMap(([name, parts]) =>
      [[], [0], [1], [2], [0, 1, 2]].map(async (unread) => {
        const detections = parts.map((part) => detect(part, index))
        const answer = await answerTo(async () => {
          const found = await decodeMessage({ detections, unread }, { key, scrypt: quickScrypt })
          return `${found.ciphers.map(({ text }) => text).join(' ')}, unread ${found.unread.join(' ')}`
        })
        return `${name} ${unread.join(' ')}: ${answer}`
      }),
    ),
  )
  for (const [length, most] of [
    [10, 9],
    [10, 10],
    [10, 4],
    [10, 1],
    [20, 5],
  ] as const) {
    for (const preset of [0, 1, 3]) {
      const short = await answerTo(
        async () => decodeShort(detect(await sealed(1, preset, textOf(length)), index), most, key) ?? 'none',
      )
      lines.push(`${length} of ${most} units, ${shippedPresets[preset]!.id}: ${short}`)
    }
  }
  await expectRecorded(new URL('./known/parts.txt', import.meta.url), lines)
})
