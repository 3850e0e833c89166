import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { crc16 } from '../src/checksum.ts'
import {
  chachaKeystream,
  createRc4Keystream,
  keypermDecrypt,
  keypermEncrypt,
  rc4,
  streamXor,
  vigenereDecrypt,
  vigenereEncrypt,
} from '../src/keyed-body.ts'
import { portableScrypt, scryptParameters } from '../src/scrypt.ts'
import { nativeScrypt } from './native-scrypt.ts'
import { referenceChecksum } from './reference/frame.ts'
import { referenceTransform } from './reference/transforms.ts'

const hex = (bytes: Iterable<number>) => Buffer.from(Uint8Array.from(bytes)).toString('hex')
const countingKey = (length: number) => Uint8Array.from({ length }, (_, i) => i + 1)
const anyBytes = fc.uint8Array({ minLength: 0, maxLength: 300 })
const anySubkey = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** RFC 6229, section 2: keys 0x010203… of 40, 128 and 256 bits, at these offsets of the keystream. */
const rc4Answers: readonly (readonly [number, Readonly<Record<number, string>>])[] = [
  [
    5,
    {
      0: 'b2 39 63 05 f0 3d c0 27 cc c3 52 4a 0a 11 18 a8',
      16: '69 82 94 4f 18 fc 82 d5 89 c4 03 a4 7a 0d 09 19',
      3056: 'f2 e3 0f 9b d1 02 ec bf 75 aa ad e9 bc 35 c4 3c',
      3072: 'ec 0e 11 c4 79 dc 32 9d c8 da 79 68 fe 96 56 81',
      4096: 'ff 25 b5 89 95 99 67 07 e5 1f bd f0 8b 34 d8 75',
    },
  ],
  [
    16,
    {
      0: '9a c7 cc 9a 60 9d 1e f7 b2 93 28 99 cd e4 1b 97',
      3072: 'c0 5d 88 ab d5 03 57 f9 35 a6 3c 59 ee 53 76 23',
    },
  ],
  [
    32,
    {
      0: 'ea a6 bd 25 88 0b f9 3d 3f 5d 1e 4c a2 61 1d 91',
      3072: '62 5a 1a b0 0e e3 9a 53 27 34 6b dd b0 1a 9c 18',
    },
  ],
]

test.each(rc4Answers)('RC4 has the keystream of RFC 6229 under a key of %d bytes', (keyLength, answers) => {
  const next = createRc4Keystream(countingKey(keyLength))
  const keystream = Array.from({ length: 4112 }, next)
  for (const [offset, expected] of Object.entries(answers)) {
    expect(hex(keystream.slice(Number(offset), Number(offset) + 16))).toBe(expected.replaceAll(' ', ''))
  }
})

test('RC4-drop[3072] starts at byte 3072 of that keystream', () => {
  expect(hex(rc4(countingKey(5), new Uint8Array(16)))).toBe('ec0e11c479dc329dc8da7968fe965681')
})

test('the ChaCha20 keystream is that of RFC 8439, appendix A.1, test vector 1', () => {
  expect(hex(chachaKeystream(new Uint8Array(32), 64))).toBe(
    '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586',
  )
})

test('each keyed transform agrees with its definition and is undone by its inverse', () => {
  fc.assert(
    fc.property(anySubkey, anyBytes, (key, bytes) => {
      const pairs = [
        ['KEYPERM', keypermEncrypt, keypermDecrypt],
        ['STREAMXOR', streamXor, streamXor],
        ['VIGENERE', vigenereEncrypt, vigenereDecrypt],
        ['RC4', rc4, rc4],
      ] as const
      for (const [type, encrypt, decrypt] of pairs) {
        const encrypted = encrypt(key, bytes)
        expect(encrypted).toEqual(referenceTransform(type, 'encrypt', key, bytes))
        expect(decrypt(key, encrypted)).toEqual(bytes)
        expect(referenceTransform(type, 'decrypt', key, encrypted)).toEqual(bytes)
      }
    }),
  )
})

test('KEYPERM maps each symbol to each other equally often', () => {
  const counts = [0, 0, 0, 0]
  const encrypted = keypermEncrypt(countingKey(32), new Uint8Array(50_000))
  for (const byte of encrypted) for (const shift of [6, 4, 2, 0]) counts[(byte >> shift) & 3]!++
  // 200,000 symbols: four standard deviations of a binomial are 775.
  for (const count of counts) expect(Math.abs(count - 50_000)).toBeLessThan(775)
})

test('CRC-16 is that of the catalogue, and the remainder of a long division, over any parts', () => {
  expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x29b1)
  fc.assert(
    fc.property(anyBytes, anyBytes, (left, right) => {
      expect(crc16(left, right)).toBe(referenceChecksum(Buffer.concat([left, right])).readUInt16BE())
    }),
  )
})

test('scrypt in JavaScript and the native one derive the same', async () => {
  const request = {
    password: countingKey(32),
    salt: countingKey(12),
    cost: 'normal' as const,
    ...scryptParameters.normal,
  }
  expect(hex(await portableScrypt(request))).toBe(hex(await nativeScrypt(request)))
})
