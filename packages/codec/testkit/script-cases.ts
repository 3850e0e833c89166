/** Cases of bodies whose units are of one script, and of characters of chats. None is listed, so nothing else counts. */
import { bodyOf, reading, type TestkitCase } from './case.ts'

const ideographs = '丗凮嗬夀屺徿捭'
const hangul = '갋꺹녒돧뙱뤄뮜'
const punctuation = '\u3003\u3004\u3012\uff04\uff07\uff1c\uff1d\uff1e'
const chat = '嘅哋啲嚟冇嘢噉咁乜嘥嗰啩喎啱攞搵睇瞓偈靚嬲孖冧諗畀俾揸揾嗌嗱噃囖啫吖孭屙掟嘜嚿曱甴囧喵'

/** An eighth unit that is of the script, or of the punctuation that may stand in it. */
const within: Readonly<Record<string, readonly number[]>> = {
  [ideographs]: [0x4e00, 0x9fff, 0x20, 0x3f, 0x3000, 0x303f, 0xff00, 0xff1f],
  [hangul]: [0xac00, 0xd7a3],
}
const beyond: Readonly<Record<string, readonly number[]>> = {
  [ideographs]: [0x4dff, 0xa000, 0x1f, 0x40, 0x2fff, 0x3040, 0xfeff, 0xff20, 0xac00],
  [hangul]: [0xabff, 0xd7a4],
}

const hexOf = (unit: number) => unit.toString(16).padStart(4, '0')

function body(name: string, about: string, text: string, isRead: boolean): TestkitCase {
  const expected = isRead ? ({ expect: 'text', text } as const) : ({ expect: 'DAMAGED' } as const)
  return reading(`script-${name}`, { about, ...expected, sets: '0123' }, bodyOf('0123', text))
}

const eighth = (units: Readonly<Record<string, readonly number[]>>, isRead: boolean) =>
  Object.entries(units).flatMap(([seven, last]) =>
    last.map((unit) =>
      body(
        `${isRead ? 'with' : 'not-with'}-${hexOf(unit)}`,
        `seven units of one script and U+${hexOf(unit).toUpperCase()}`,
        seven + String.fromCharCode(unit),
        isRead,
      ),
    ),
  )

/** Cases of the texts of one script. */
export const scriptCases = (): TestkitCase[] => [
  body('seven', 'seven units of one script', ideographs, false),
  body('eight-again', 'eight units, one of them twice', `${ideographs}${ideographs[0]!}`, true),
  body('two', 'four units each of two scripts', ideographs.slice(0, 4) + hangul.slice(0, 4), false),
  body('punctuation-alone', 'eight units of punctuation', punctuation, true),
  body(
    'each-end',
    'ideographs at first, Hangul at last',
    `${ideographs}丗${punctuation}${hangul}갋${punctuation}`,
    true,
  ),
  body('no-chat', 'an ideograph and four listed ones, with a stranger', '麟丗麥\ue123麦', false),
  body('chat-half', 'half of the characters of chats', chat.slice(0, 16), true),
  ...eighth(within, true),
  ...eighth(beyond, false),
  ...Array.from(chat, (character, at) =>
    body(
      `chat-${hexOf(character.charCodeAt(0))}`,
      'a character of chats and four listed ones, with a stranger',
      `麟${character}麥\ue123麦${at % 2 === 0 ? '麵' : '麻'}`.slice(0, 5),
      true,
    ),
  ),
]
