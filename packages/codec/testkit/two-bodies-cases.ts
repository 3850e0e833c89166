/** Cases of bodies on lines of their own: which may be two, and which are one that is broken. */
import { bodyOf, reading, type TestkitCase } from './case.ts'

const body = (text: string) => bodyOf('0123', text)
const end = 'See you at the station tomorrow.'
const long =
  'The ferry leaves at noon from the old harbour, and we meet at the corner of the market before it. '

/** Ten listed units and four strangers: plausible with its 16th unit, and without it not. */
const sixteen = '麟\ue123麥\u3400麦\uabcd麵\u4dc0麻麼黃黄黎麟麥黏'
/** The same with units that are strangers when they follow 18 units. */
const otherSixteen = '愁\ue123慢\u3400懂\uabcd戦\u4dc0抄拥捆控損愁慢摩'

interface Lines {
  readonly about: string
  readonly cipher: string
  /** The text of one body; two are refused. */
  readonly text?: string
}

/** Two bodies, a line each, and a third one on the second's line that a reader of one body reads too. */
const two = (first: string, second: string, separator = '\n') =>
  body(first) + separator + body(second) + body(end)

/** A body broken before these units. */
function broken(text: string, ...at: readonly number[]): string {
  const symbols = body(text)
  return [0, ...at]
    .map((from, i) => symbols.slice(8 * from, at[i] === undefined ? undefined : 8 * at[i]!))
    .join('\n')
}

const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + step * i)

/** The text of units that follow others: each nibble is shifted by their number. */
const shifted = (text: string, before: number) =>
  Array.from({ length: text.length }, (_, i) => {
    const nibbles = text.charCodeAt(i).toString(16).padStart(4, '0')
    const other = Array.from(nibbles, (nibble) =>
      ((Number.parseInt(nibble, 16) - 4 * before) & 15).toString(16),
    )
    return String.fromCharCode(Number.parseInt(other.join(''), 16))
  }).join('')

const asOne = (first: string, second: string) => first + shifted(second, first.length) + end

const together = '\ucc30\ucc2b\ucc29\ucc2b\ucc3e\ucc3e\ucc2b\ucc33\u8910\u8f84\u820e\u60fa\uc625i'
const korean = '토요일에 시간 있어? 같이 영화 '
const koreanEnd = '우리 점심 같이 먹고 영화 보러 갈래?'
const there = 'Are you there?'
const away = 'On my way!'
const nonsense =
  '\u9f98\ub2a4\u3f12\u8a51\uc3b7\ue81c\u42d9\u7b06\u97e3\ub55a\u6c1f\u4b8e\uf2a1\u8e33\u3d07\ua94b'
/** Nonsense after as many units. */
const gap = (at: number) => long.slice(0, at) + nonsense + long.slice(at)
const sixteenth = long.slice(0, 81)
const seventeenth = long.slice(0, 85)

const lines: Readonly<Record<string, Lines>> = {
  'before-8': { about: '8 symbols modulo 32 before the second', cipher: two('Are you there', 'On my way!!') },
  'before-16': { about: '16 symbols modulo 32 before the second', cipher: two(there, away) },
  'before-24': {
    about: '24 symbols modulo 32 before the second',
    cipher: two('Are you there??', 'On my way'),
  },
  'without-break': {
    about: 'the same without a line break',
    cipher: two(there, away, ''),
    text: asOne(there, away),
  },
  return: { about: 'a line ends at U+000D', cipher: two(there, away, '\r') },
  'line-separator': { about: 'a line ends at U+2028', cipher: two(there, away, '\u2028') },
  'paragraph-separator': { about: 'a line ends at U+2029', cipher: two(there, away, '\u2029') },
  'vertical-tab': {
    about: 'no line ends at U+000B',
    cipher: two(there, away, '\u000b'),
    text: asOne(there, away),
  },
  'form-feed': {
    about: 'no line ends at U+000C',
    cipher: two(there, away, '\u000c'),
    text: asOne(there, away),
  },
  'next-line': {
    about: 'no line ends at U+0085',
    cipher: two(there, away, '\u0085'),
    text: asOne(there, away),
  },
  space: { about: 'no line ends at a space', cipher: two(there, away, ' '), text: asOne(there, away) },
  'blank-lines': { about: 'lines without symbols between', cipher: two(there, away, '\n\n \u200b\n') },
  'in-a-unit': {
    about: 'a line break within a unit, before nonsense',
    cipher: `${body(gap(34)).slice(0, 8 * 34 + 4)}\n${body(gap(34)).slice(8 * 34 + 4)}`,
    text: gap(34),
  },
  'judged-16': {
    about: 'the second body begins at the 16th line that is judged',
    cipher: `${broken(sixteenth, ...every(4, 5, 61))}\n${body('On my way!!')}${body(end)}`,
  },
  'judged-17': {
    about: 'the second body begins at the 17th line that would be judged',
    cipher: `${broken(seventeenth, ...every(4, 5, 65))}\n${body('On my way!!')}${body(end)}`,
    text: asOne(seventeenth, 'On my way!!'),
  },
  'judged-16-of-19': {
    about: 'lines after 4, 8, … units do not count among the 16',
    cipher: `${broken(sixteenth, 4, ...every(4, 5, 29), 32, ...every(4, 33, 61), 64)}\n${body('On my way!!')}${body(end)}`,
  },
  'next-16': {
    about: 'the next 16 units are plausible, the next 15 or 17 not',
    cipher: broken(`${there}${sixteen}\ua123${end}`, there.length),
    text: `${there}${sixteen}\ua123${end}`,
  },
  'other-16': {
    about: 'of the body that would begin, 16 units are plausible, 15 or 17 not',
    cipher: [body(long.slice(0, 18)), body(`${otherSixteen}\ua123\ue777`), body(end.slice(0, 18))].join('\n'),
  },
  'one-byte': {
    about: 'one byte more by the model',
    cipher: broken('Are you there茴裤別欠鲑茴別茴別鲑別', 13),
    text: 'Are you there茴裤別欠鲑茴別茴別鲑別',
  },
  'two-bytes': {
    about: 'two bytes more by the model',
    cipher: `${body('Are you there')}\n${body('苦잤苦苦划굴瓣잤瓣瓣瓣잤')}`,
  },
  'fewer-bytes-not-plausible': {
    about: 'four bytes more, where the other text is not plausible',
    cipher: broken(`Are you there${together}`, 13),
    text: `Are you there${together}`,
  },
  'one-byte-unpacked': {
    about: 'one byte more, where the model does not pack the one',
    cipher: broken('Are you there咗腸腸腸籤籤腸', 13),
    text: 'Are you there咗腸腸腸籤籤腸',
  },
  'two-bytes-unpacked': {
    about: 'two bytes more, where the model does not pack the one',
    cipher: `${body('Are you there')}\n${body('麻雷划麻麻划划')}`,
  },
  'looks-wrapped': {
    about: 'two bodies that together look wrapped, and whose ends are clearly a text',
    cipher: `${body(korean)}\n${body('오늘 점심 먹고!!')}${body(koreanEnd)}`,
    text: korean + shifted('오늘 점심 먹고!!', 18) + koreanEnd,
  },
  'equal-three': {
    about: 'nonsense on the second of three lines of the same length',
    cipher: broken(gap(22).slice(0, 66), 22, 44),
    text: gap(22).slice(0, 66),
  },
  'equal-two': {
    about: 'nonsense at the second of two lines of the same length',
    cipher: broken(gap(34).slice(0, 68), 34),
  },
  'equal-three-blank': {
    about: 'lines without symbols between lines of the same length',
    cipher: broken(gap(22).slice(0, 66), 22, 44).replaceAll('\n', '\n\n \n'),
    text: gap(22).slice(0, 66),
  },
  'last-longer': {
    about: 'the last of three lines is a unit longer',
    cipher: broken(gap(22).slice(0, 67), 22, 44),
  },
  'last-shorter': {
    about: 'the last of three lines is a unit shorter',
    cipher: broken(gap(22).slice(0, 65), 22, 44),
    text: gap(22).slice(0, 65),
  },
  'second-longer': {
    about: 'the second of three lines is a unit longer',
    cipher: broken(gap(22).slice(0, 66), 22, 45),
  },
  'first-shorter': {
    about: 'the first of three lines is a unit shorter',
    cipher: broken(gap(21).slice(0, 66), 21, 44),
  },
}

/** Cases of rule 6 of "A body without its wrapper". */
export const twoBodiesCases = (): TestkitCase[] =>
  Object.entries(lines).map(([name, { about, cipher, text }]) =>
    reading(
      `lines-${name}`,
      {
        about,
        expect: text === undefined ? 'DAMAGED' : 'text',
        ...(text !== undefined && { text }),
        sets: '0123',
      },
      cipher,
    ),
  )
