/** Cases of which texts a body without its wrapper may have. The units are chosen so that one rule alone decides. */
import { seededNumbers } from '../test/sample/damages.ts'
import { bodyOf, classicOf, reading, type TestkitCase } from './case.ts'

/** Units that the alphabet lists and that hardly follow each other, so that the model saves nothing. */
const a = '麟'
const b = '麥'
const c = '麦'
const d = '麵'
const e = '麻'
const f = '麼'
const g = '黃'
const h = '黄'
const i = '黎'
const j = '黏'

/** Of no block, and not listed. */
const stranger = '\ue123'
const strangers = ['\ue123', '\u3400', '\uabcd', '\u4dc0', '\ua123'] as const

/** 400 units of different blocks of the alphabet, not listed. */
const numbers = seededNumbers(1)
const moreNonsense = Array.from({ length: 400 }, () =>
  String.fromCharCode((numbers() < 0.5 ? 0x3400 : 0xe000) + Math.floor(6300 * numbers())),
).join('')

interface Body {
  readonly about: string
  readonly text: string
  readonly isRead: boolean
}

/** Ten listed units and four strangers: plausible with its 16th unit, and without it not. */
const sixteen = `${a}\ue123${b}\u3400${c}\uabcd${d}\u4dc0${e}${f}${g}${h}${i}${a}${b}${j}`
const backwards = Array.from(sixteen).toReversed().join('')
const english = 'See you at the station tomorrow.'
/** Its body begins and ends like a frame, with the header 0001. */
const framed = '\u2b20 See you there.'
const nonsense = '\u9f98\ub2a4\u3f12\u8a51\uc3b7\ue81c\u42d9\u7b06\u97e3\ub55a'

const bodies: Readonly<Record<string, Body>> = {
  'begins-as-later-version': {
    about: 'begins with a frame and the header of later versions, which no type has',
    text: '\u2bfe See you there',
    isRead: true,
  },
  'run-of-15': {
    about: '15 times the same symbol',
    text: 'See \u21bc\u6543\u210d you tomorrow there',
    isRead: true,
  },
  'run-of-16': {
    about: '16 times the same symbol',
    text: 'See \u2abf\u6543\u210d you tomorrow there',
    isRead: false,
  },
  'ends-in-a-run-of-15': {
    about: '15 times the same symbol at the end',
    text: 'See you tomorrow\u3531\u8ba9\u8765',
    isRead: true,
  },
  'ends-in-a-run-of-16': {
    about: '16 times the same symbol at the end',
    text: 'See you tomorrow\ubd76\uba98\u7654',
    isRead: false,
  },
  'repeats-24': { about: 'repeats every 24 symbols', text: '將蓝鎖運접\ud7da', isRead: true },
  'begins-wrapped-alone': {
    about: 'begins like a wrapper and does not end like one: a fifth is enough',
    text: '템\uabcd사람안녕이시간',
    isRead: true,
  },
  'wrapped-a-fifth': {
    about: 'looks wrapped, and saves less than a quarter',
    text: '클 것학교점심오늘\ue123',
    isRead: false,
  },
  'wrapped-other-end': {
    about: 'looks wrapped, its last symbol but one is not c2, and saves less than a quarter',
    text: '텍영화 것',
    isRead: false,
  },
  'wrapped-a-quarter': {
    about: 'looks wrapped, and saves just a quarter',
    text: '탈뷁우리 것 것',
    isRead: true,
  },
  'wrapped-one-byte': { about: 'looks wrapped, and saves one byte of six', text: '턴 것', isRead: false },
  'wrapped-two-bytes': { about: 'looks wrapped, and saves two bytes of six', text: '터 것', isRead: true },
  'wrapped-end-nonsense': {
    about: 'looks wrapped, and the last 16 units are nonsense',
    text: `토요일에 시간 있어? 같이 영화 보러 갈래?${nonsense}\u6c1f\u4b8e\uf2a1\u8e33\u3d07\ua943`,
    isRead: false,
  },
  'wrapped-run': {
    about: 'looks wrapped, with 16 times the same symbol',
    text: '토요일에 시간 있어? 같이 영화 보러\u2abf\u6543\u210d 우리 점심 같이 먹고 영화 보러 갈래?',
    isRead: true,
  },
  'three-symbols': { about: 'three different symbols', text: '函凯É豫', isRead: true },
  'saves-a-fifth': { about: 'saves just a fifth', text: '时间时间\uabcd', isRead: true },
  'saves-less': { about: 'saves a byte less than a fifth', text: '\u3400and \u1234', isRead: false },
  'saves-one-byte': { about: 'saves one byte of four', text: '学习', isRead: false },
  'saves-two-bytes': { about: 'saves two bytes of six', text: '齿中国', isRead: true },
  'nonsense-within': {
    about: 'nonsense between two plausible ends',
    text: english + moreNonsense + english,
    isRead: true,
  },
  'half-character-within': {
    about: 'half a character between two plausible ends',
    text: `${english}\ud83d${english}`,
    isRead: false,
  },
  'other-half-within': {
    about: 'the other half of a character between two plausible ends',
    text: `${english}\ude00${english}`,
    isRead: false,
  },
  'cut-character': {
    about: 'an end of 16 units may cut a character',
    text: `See you at home\ud83d\ude00${english}`,
    isRead: true,
  },
  'first-16': {
    about: 'the first 16 units are plausible, the first 15 or 17 not',
    text: `${sixteen}\ua123${english}`,
    isRead: true,
  },
  'last-16': {
    about: 'the last 16 units are plausible, the last 15 or 17 not',
    text: `${english}\ua123${backwards}`,
    isRead: true,
  },
  'first-15': {
    about: 'the first 16 units are not plausible, the first 15 are',
    text: `${sixteen.slice(0, 13)}${j}${e}\ua123${english}`,
    isRead: false,
  },
  'last-nonsense': {
    about: 'the last 16 units are not plausible',
    text: english + nonsense + nonsense.slice(0, 6),
    isRead: false,
  },
  'four-units': { about: 'four units that the model does not shorten', text: a + b + c + d, isRead: true },
  'three-units': { about: 'three such units', text: a + b + c, isRead: false },
  'four-units-of-two': { about: 'four units, of which two are different', text: a + b + a + b, isRead: true },
  'four-units-of-one': { about: 'four times one unit: 0 > d − 2', text: a + a + a + a, isRead: false },
  'one-stranger-of-five': {
    about: 'one stranger and four others: 3 = d − 2',
    text: a + b + stranger + c + d,
    isRead: true,
  },
  'one-stranger-of-four': {
    about: 'one stranger and three others: 3 > d − 2',
    text: a + b + stranger + c,
    isRead: false,
  },
  'one-stranger-of-four-in-five': {
    about: 'five units, of which four are different',
    text: a + b + stranger + c + a,
    isRead: false,
  },
  'stranger-twice': {
    about: 'a stranger that occurs twice counts once',
    text: a + stranger + b + stranger + c + d,
    isRead: true,
  },
  'two-strangers-of-eight': {
    about: 'two strangers and six others',
    text: a + strangers[0] + b + strangers[1] + c + d + e + f,
    isRead: true,
  },
  'two-strangers-of-seven': {
    about: 'two strangers and five others',
    text: a + strangers[0] + b + strangers[1] + c + d + e,
    isRead: false,
  },
  'in-a-row': { about: 'an unlisted unit twice in a row', text: stranger + stranger + a + b, isRead: true },
  'not-in-a-row': {
    about: 'an unlisted unit twice, not in a row',
    text: stranger + a + stranger + b,
    isRead: false,
  },
  'block-of-a-listed': {
    about: 'an unlisted unit of the block of a listed one',
    text: `Є${a}и${b}`,
    isRead: true,
  },
  'block-of-256': { about: 'two unlisted units of the same 256', text: `\u1e02${a}\u1efe${b}`, isRead: true },
  'blocks-of-256': {
    about: 'two unlisted units of neighbouring blocks',
    text: `\u1dff${a}\u1e02${b}`,
    isRead: false,
  },
  'blocks-1eff-1f00': {
    about: 'U+1EFF and U+1F00',
    text: `\u1eff${a}\u1f00${b}`,
    isRead: false,
  },
  'block-2000-2bff': { about: 'U+2000 and U+2BFF', text: `\u2000${a}\u2bff${b}`, isRead: true },
  'block-1fff-2000': { about: 'U+1FFF and U+2000', text: `\u1fff${a}\u2000${b}`, isRead: false },
  'block-2bff-2c00': { about: 'U+2BFF and U+2C00', text: `\u2bff${a}\u2c00${b}`, isRead: false },
  'block-2c00-2cff': { about: 'U+2C00 and U+2CFF', text: `\u2c00${a}\u2cff${b}`, isRead: true },
  'block-d800': { about: 'U+D800 and U+DC00', text: `\ud800\udc00${a}${b}`, isRead: true },
  'block-dfff': { about: 'U+DBFF and U+DFFF', text: `\udbff\udfff${a}${b}`, isRead: true },
  'block-d7ff': { about: 'U+D7FF is of no block', text: `\ud7ff\ud801\udc80${a}${stranger}`, isRead: false },
  'block-e000': { about: 'U+E000 is of no block', text: `\ue000\ud801\udc80${a}\ud7ff`, isRead: false },
  'block-d7': { about: 'Hangul has no block', text: `\ud7fe${a}\ud7ff${b}`, isRead: false },
  'block-e0': { about: 'private characters have no block', text: `\ue000${a}\ue001${b}`, isRead: false },
  'block-33ff': { about: 'U+33FE and U+33FF', text: `\u33fe${a}\u33ff${b}`, isRead: true },
  'block-3400': { about: 'U+3400 and U+3401 have no block', text: `\u3400${a}\u3401${b}`, isRead: false },
  'block-0020': { about: 'U+0020 and U+0085', text: `\u0085${a} ${b}`, isRead: true },
  'block-001f': { about: 'U+001F has no block', text: `\u001f${a}a${b}`, isRead: false },
}

/** Cases of bodies whose text is judged. */
export const plausibilityCases = (): TestkitCase[] => [
  ...Object.entries(bodies).map(([name, { about, text, isRead }]) => bodyCase(name, about, text, isRead)),
  reading(
    'body-wrapper-of-a-frame',
    {
      about: 'begins and ends like a frame, with a header that no type has',
      expect: 'text',
      text: framed,
      sets: '0123',
    },
    bodyOf('0123', framed),
  ),
  reading(
    'body-of-16-symbols-twice',
    { about: 'a body of 16 symbols does not repeat every 16', expect: 'text', text: '我们', sets: '0123' },
    bodyOf('0123', '我们'),
  ),
  reading(
    'classic-three-units-nonsense',
    { about: 'the same units in a wrapper', expect: 'text', text: a + b + c, sets: '0123' },
    classicOf('0123', a + b + c),
  ),
]

const bodyCase = (name: string, about: string, text: string, isRead: boolean): TestkitCase =>
  reading(
    `body-${name}`,
    { about, expect: isRead ? 'text' : 'DAMAGED', ...(isRead && { text }), sets: '0123' },
    bodyOf('0123', text),
  )
