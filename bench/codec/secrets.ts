/** Texts that no words predict: a hundred of each kind by a generator of random numbers, and faces as people type them. */
import { createHash } from 'node:crypto'

const perKind = 100
const hexadecimal = '0123456789abcdef'
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const printable = String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 0x21 + i))

/** Numbers below a bound, the same in each run: the hashes of a count, four bytes each. */
function createNumbers(): (below: number) => number {
  let count = 0
  return (below) => createHash('sha256').update(String(count++)).digest().readUInt32BE() % below
}

const below = createNumbers()
const some = (make: () => string): string[] => Array.from({ length: perKind }, make)
const from = (characters: string, length: number): string =>
  Array.from({ length }, () => characters[below(characters.length)]).join('')
const moment = (): string =>
  new Date(1_600_000_000_000 + below(200_000_000) * 1000 + below(1000)).toISOString()
const uuid = (): string =>
  from(hexadecimal, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')

export const secrets: Readonly<Record<string, readonly string[]>> = {
  'hexadecimal of 16': some(() => from(hexadecimal, 16)),
  'hexadecimal of 32': some(() => from(hexadecimal, 32)),
  'hexadecimal of 64': some(() => from(hexadecimal, 64)),
  UUID: some(uuid),
  'Base64 of 24': some(() => `${from(base64, 22)}==`),
  'Base64 of 44': some(() => `${from(base64, 43)}=`),
  'password of 12': some(() => from(printable, 12)),
  'password of 16': some(() => from(printable, 16)),
  'password of 20': some(() => from(printable, 20)),
  date: some(() => moment().slice(0, 10)),
  'date and time': some(() => moment().slice(0, 19).replace('T', ' ')),
  'date and time, ISO 8601': some(moment),
  face: [
    '(╯°□°)╯︵ ┻━┻',
    '¯\\_(ツ)_/¯',
    '(◕‿◕)',
    'ʕ•ᴥ•ʔ',
    '(づ｡◕‿‿◕｡)づ',
    '(¬_¬)',
    '(^_^)/',
    'T_T',
    'ಠ_ಠ',
    '( ͡° ͜ʖ ͡°)',
    '(￣▽￣)ノ',
    'orz',
  ],
}
