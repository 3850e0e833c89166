/** Cases of the model that a change of a single number in it gets wrong. */
import { seededNumbers } from '../test/sample/damages.ts'
import { frameCase, type TestkitCase } from './case.ts'

const vocabulary =
  'the rain had come down and we went home by train 明天 下午 我们 去 公园 吃饭 好的 没有 时间 朋友 station harbour market before after again , . ！ ？ 今天 天气 不错 see you there tomorrow at noon'.split(
    ' ',
  )

/** 1,500 words in any order, half of them with a space after. */
function anyWords(): string {
  const numbers = seededNumbers(1)
  const word = () => vocabulary[Math.floor(numbers() * vocabulary.length)]! + (numbers() < 0.5 ? ' ' : '')
  return Array.from({ length: 1500 }, word).join('')
}

/** Units that the model does not shorten. */
function anyUnits(count: number): string {
  const numbers = seededNumbers(2)
  return Array.from({ length: count }, () => String.fromCharCode(Math.floor(65_536 * numbers()))).join('')
}

/**
 * One of the units with the longest ways to them, 14,000 times, so that the weight of the match grows. Then others come
 * in between, until the match is doubted and the weight decides.
 */
function longMatch(): string {
  const numbers = seededNumbers(4)
  const [unit, others] = [
    '\ufe85',
    '麟麥麦麵麻麼黃黄黎黏黑黒黔黙黛黝點黨鼎鼓鼠鼬鼻鼾齊齐齒齡齢齿龄龈龊龌龍龐龙龛龜龟',
  ]
  let text = unit.repeat(14_000)
  while (text.length < 19_900)
    text += unit.repeat(17 + Math.floor(7 * numbers())) + others[Math.floor(others.length * numbers())]!
  return text
}

/** Units of nine blocks, so that the model is often wrong. */
function anyOfBlocks(): string {
  const numbers = seededNumbers(3)
  const blocks = [0x41, 0xe005, 0x4e00, 0x20, 0x3042, 0xac00, 0x300, 0xe8f, 0x1234]
  const unit = () => blocks[Math.floor(numbers() * blocks.length)]! + Math.floor(30 * numbers())
  return Array.from({ length: 300 }, () => String.fromCharCode(unit())).join('')
}

const southern =
  'Björk Guðmundsdóttir নমস্কার, কেমন আছেন? 在吗？我刚到楼下，你把门禁开一下 मदद के लिए बहुत धन्यवाद, कल सुबह मिलते हैं। 2026-11-25T13:05:00+08:00 我到家啦，你早點睡，別又熬夜打遊戲'
const western =
  'STRASSE GESPERRT, BITTE UMFAHREN ሰላም እንዴት ነህ ደህና الاجتماع تأجل إلى يوم الخميس الساعة الثانية ظهرا omg the cat knocked the plant over again 你看见我那把蓝色的雨伞没有 De pequeños íbamos todos los veranos al pueblo '

/** Cases of longer texts through the model, and of the keystream of KEYPERM. */
export const modelCases = (): TestkitCase[] => [
  frameCase('model-words', {
    about: 'slots that several contexts share',
    set: '0123',
    type: 'RAW',
    text: anyWords(),
  }),
  frameCase('model-scripts', {
    about: 'scripts that the model hardly knows',
    set: '0123',
    type: 'RAW',
    text: southern,
  }),
  frameCase('model-languages', { about: 'many languages', set: '0123', type: 'RAW', text: western }),
  frameCase('model-any-blocks', {
    about: 'units of a few blocks in any order',
    set: '0123',
    type: 'RAW',
    text: anyOfBlocks(),
  }),
  frameCase('model-zeros-follow', {
    about: 'a reader reads zeros after the last byte, not ones',
    set: '0123',
    type: 'RAW',
    text: 'na reportée people',
  }),
  frameCase('model-long-match', {
    about: 'the weight of a match beyond 2¹⁹',
    set: '0123',
    type: 'RAW',
    text: longMatch(),
  }),
  frameCase('keyperm-any-units', {
    about: 'a keystream with bytes of 240',
    type: 'KEYPERM',
    text: anyUnits(300),
    key: 'otter',
  }),
]
