/** Ciphers beside which symbols of their own set stand, cut ciphers, doubt, and keys with white space. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCharsetIndex } from '../src/charset-index.ts'
import { askedForKey, decodeMessage } from '../src/decode.ts'
import { detect } from '../src/detect.ts'
import { doubtOf } from '../src/doubt.ts'
import { encode, encodeSync } from '../src/encode.ts'
import { CodecError, CutCipher, refusals } from '../src/failure.ts'
import { readMessage, refusalOf } from '../src/message.ts'
import type { Scheme, SynchronousScheme } from '../src/scheme.ts'
import { shippedCharsets } from '../src/shipped.ts'
import { seededRandom } from './arbitraries.ts'
import { quickScrypt } from './native-scrypt.ts'
import { cutInTheMiddle, mangledTexts, mangles, plainTexts, seededNumbers } from './sample/damages.ts'

const index = createCharsetIndex(shippedCharsets)
const roar = shippedCharsets[0]!
const key = 'otter'
const invitation = '今晚八点老地方见'
const long = '今晚八点老地方见，记得带上你的书和我的伞，外面可能要下雨了呢'

const cipherOf = (text: string, scheme: SynchronousScheme, charset = roar) =>
  encodeSync({ text, charset, scheme, key, random: seededRandom(text.length) })
const frameOf = (text: string) => cipherOf(text, { kind: 'frame', type: 'RAW' })
const classicOf = (text: string) => cipherOf(text, { kind: 'classic' })

async function pasted(message: string, given: string | undefined = key) {
  const { ciphers, leftOut, isKeyTrimmed } = await decodeMessage(readMessage(message, index), {
    key: given,
    scrypt: quickScrypt,
  })
  return { texts: ciphers.map(({ text }) => text), ...leftOut, ...(isKeyTrimmed && { isKeyTrimmed }) }
}

async function refusalOfPasted(message: string, given?: string): Promise<CodecError> {
  try {
    throw new Error(`read: ${JSON.stringify(await pasted(message, given))}`)
  } catch (error) {
    if (error instanceof CodecError) return error
    throw error
  }
}

function saidByService(cipher: string): string {
  try {
    throw new Error(`read: ${detect(cipher, index).format}`)
  } catch (error) {
    if (error instanceof CodecError) return refusalOf(error, cipher, index).template
    throw error
  }
}

/** Symbols that are no cipher of their own. */
const anyBeside = fc
  .array(fc.constantFrom(...roar.symbols), { minLength: 1, maxLength: 16 })
  .filter((symbols) => !symbols.join('').startsWith('~呜嗷'))
const anySampleText = fc.constantFrom(...plainTexts().filter((text) => text.length <= 60))

test('a RAW frame is read with up to 16 of its symbols on either side, which are told', () => {
  return fc.assert(
    fc.asyncProperty(anySampleText, anyBeside, anyBeside, async (text, first, last) => {
      const cipher = frameOf(text)
      const [before, after] = [first.length, last.length]
      expect(await pasted([...first, cipher].join(''))).toEqual({ texts: [text], before, after: 0 })
      expect(await pasted([...first, cipher, ...last].join(''))).toEqual({ texts: [text], before, after })
    }),
  )
})

test('people end a line with sounds: each cipher is read, and 17 symbols are too many', async () => {
  const schemes: Scheme[] = [
    { kind: 'classic' },
    { kind: 'frame', type: 'RAW' },
    { kind: 'frame', type: 'RC4' },
    { kind: 'frame', type: 'AESGCM', cost: 'normal' },
  ]
  for (const scheme of schemes) {
    const random = seededRandom(3)
    const cipher = await encode({ text: invitation, charset: roar, scheme, key, random, scrypt: quickScrypt })
    for (const sound of ['~', '~~~', '啊~', '呜呜呜', '呜'.repeat(16)]) {
      const after = sound.length
      expect(await pasted(cipher + sound)).toEqual({ texts: [invitation], before: 0, after })
      expect(await pasted(`小明：${cipher}${sound}，哈哈`)).toEqual({ texts: [invitation], before: 0, after })
    }
    const tooMany = await refusalOfPasted(cipher + '呜'.repeat(17), key)
    expect(tooMany.code).toMatch(/DAMAGED|UNRECOGNIZED/)
  }
})

test('the service says that something stands beside a cipher, and on which side', () => {
  const cipher = frameOf(invitation)
  expect(saidByService(`${cipher}~`)).toBe(refusals.symbolsAfter)
  expect(saidByService(`${cipher} 啊~`)).toBe(refusals.symbolsAfter)
  expect(saidByService(`呜呜呜${cipher}`)).toBe(refusals.symbolsBefore)
  expect(saidByService(`呜呜呜${cipher}啊~`)).toBe(refusals.symbolsAround)
  expect(saidByService(cipher.slice(0, -1))).toBe(refusals.endMissing)
})

test('where nothing proves which, the service says that the end is missing or something follows', () => {
  const keyed = cipherOf(invitation, { kind: 'frame', type: 'KEYPERM' })
  for (const sound of ['~', '啊~']) {
    expect(saidByService(keyed + sound)).toBe(refusals.noEnd)
    expect(saidByService(classicOf(invitation) + sound)).toBe(refusals.noEnd)
  }
})

test('a damaged RAW frame gives no other text', () => {
  return fc.assert(
    fc.asyncProperty(anySampleText, fc.nat(), fc.nat(3), async (text, at, kind) => {
      const symbols = Array.from(frameOf(text))
      const place = at % (symbols.length - 1)
      const damaged = [
        symbols.with(place, symbols[place] === '~' ? '呜' : '~'),
        symbols.toSpliced(place, 1),
        symbols.toSpliced(place, 0, '啊'),
        symbols.toSpliced(place, 2, symbols[place + 1]!, symbols[place]!),
      ][kind]!
      if (damaged.join('') === symbols.join('')) return
      const found = await pasted(damaged.join('')).catch((error: unknown) => error)
      if (found instanceof CodecError) return
      expect(found).toMatchObject({ texts: [text] })
    }),
  )
})

test('a key is derived once, however many ciphers a message may hold', async () => {
  let derivations = 0
  const scrypt: typeof quickScrypt = (request) => {
    derivations++
    return quickScrypt(request)
  }
  const scheme = { kind: 'frame', type: 'AESGCM', cost: 'normal' } as const
  const random = seededRandom(1)
  const cipher = await encode({ text: invitation, charset: roar, scheme, key, random, scrypt: quickScrypt })
  const reading = readMessage(`啊啊啊啊啊啊啊啊${cipher}呜呜呜呜呜呜呜呜呜呜呜呜呜呜呜呜`, index)
  expect(askedForKey(reading)?.type).toBe('AESGCM')
  await decodeMessage(reading, { key, scrypt })
  expect(derivations).toBe(1)
})

test('two ciphers side by side are several, and not one with something beside it', async () => {
  const [first, second] = [classicOf('好'), frameOf('See you')]
  for (const both of [frameOf('a') + frameOf('b'), `${first}${second}`, `${second} ${frameOf('b')}`]) {
    const found = await pasted(both).catch((error: CodecError) => error.template)
    if (typeof found === 'string') expect(found).toBe(refusals.severalCiphers)
    else expect(found.texts).toHaveLength(2)
  }
})

test('the beginning of a cut cipher is offered as what it is', async () => {
  const cutOf = async (message: string) => {
    const error = await refusalOfPasted(message)
    if (!(error instanceof CutCipher)) throw error
    return { text: error.text, ofAbout: error.ofAbout, said: error.template }
  }
  const classic = classicOf(long)
  expect(await cutOf(classic.slice(0, 103))).toEqual({
    text: long.slice(0, 12),
    ofAbout: undefined,
    said: refusals.endMissing,
  })
  const within = await cutOf(classic.slice(0, 100) + classic.slice(103))
  expect(long).toStartWith(within.text)
  expect(within.text.length).toBeGreaterThan(8)
  expect(within).toMatchObject({ ofAbout: long.length, said: refusals.symbolsMissing })
  const frame = frameOf(long)
  const { text, said } = await cutOf(frame.slice(0, -40))
  expect(long).toStartWith(text)
  expect(text.length).toBeGreaterThan(8)
  expect(said).toBe(refusals.endMissing)
})

test('a key is tried as it is given, then without the white space around it', async () => {
  const cipher = cipherOf(invitation, { kind: 'frame', type: 'RC4' })
  expect(await pasted(cipher, ' otter\n')).toEqual({ texts: [invitation], isKeyTrimmed: true })
  expect(await pasted(`${cipher}~`, 'otter ')).toMatchObject({ after: 1, isKeyTrimmed: true })
  const spaced = encodeSync({
    text: invitation,
    charset: roar,
    scheme: { kind: 'frame', type: 'RC4' },
    key: ' otter',
    random: seededRandom(2),
  })
  expect(await pasted(spaced, ' otter')).toEqual({ texts: [invitation] })
  expect((await refusalOfPasted(spaced, 'otter')).template).toBe(refusals.damagedOrWrongKey)
  expect((await refusalOfPasted(cipher, '  ')).template).toBe(refusals.damagedOrWrongKey)
})

test('the likeliest reason of a doubtful text is told', () => {
  const reasonsAfter = (mangle: (typeof mangles)[string], charset = roar) => {
    const reasons = new Map<string, number>()
    for (const text of mangledTexts(mangle, plainTexts(), seededNumbers(9), 2000)) {
      const reason = doubtOf(detect(cipherOf(text, { kind: 'classic' }, charset), index))
      if (reason === undefined) continue
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    }
    return [...reasons].toSorted((a, b) => b[1] - a[1])[0]?.[0]
  }
  expect(reasonsAfter(mangles.Markdown!)).toBe('markup')
  expect(reasonsAfter(mangles['repeats shortened']!)).toBe('repeats')
  expect(reasonsAfter(mangles['dots joined']!, index.get('dots'))).toBe('ellipses')
  expect(reasonsAfter(cutInTheMiddle, index.get('digits'))).toBe('loss')
  expect(doubtOf(detect(classicOf(long), index))).toBeUndefined()
  expect(doubtOf(detect(frameOf('䲷솻땥췚'), index))).toBeUndefined()
})
