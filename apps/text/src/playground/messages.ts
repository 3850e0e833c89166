import { doubts } from '@pictoglyph/codec/doubt'
import { type Refusal, refusals } from '@pictoglyph/codec/failure'
import { type KeySpaces, keySpaces } from '@pictoglyph/codec/key-spaces'
import type { Language } from '@pictoglyph/web/language'
import { inLanguages } from '@pictoglyph/web/texts'

/** Tells how many symbols stand on either side of a cipher. */
function symbolsBeside(before: number, after: number): string {
  const sides = [before > 0 && `${before} before it`, after > 0 && `${after} after it`].filter(Boolean)
  return sides.join(' and ')
}

/** All texts of the playground by language. */
const byLanguage = inLanguages({
  title: ['Four symbols say everything', '四个符号，说尽一切'],
  lead: [
    'Type on one side and read on the other. A cipher tells by itself how it was made.',
    '一边输入，另一边即得结果。密文的编码方式会自动识别。',
  ],
  description: [
    'Encode text into a cipher of four symbols, and decode it again.',
    '把文字编成由四个符号组成的密文，再还原回来。',
  ],
  apiDocs: ['API', '接口文档'],
  charset: ['Character set', '字符集'],
  preset: ['Algorithm', '算法'],
  key: ['Key', '密钥'],
  showKey: ['Show the key', '显示密钥'],
  localOnly: ['In this browser only', '仅在本浏览器中处理'],
  localOnlyHint: [
    'When on, nothing is sent: the page does the work itself.',
    '开启后不发送任何内容，全部由本页面完成。',
  ],
  text: ['Text', '明文'],
  textPlaceholder: ['Type or paste a text', '输入或粘贴文字'],
  cipher: ['Cipher', '密文'],
  cipherPlaceholder: ['Type or paste a cipher', '输入或粘贴密文'],
  copy: ['Copy', '复制'],
  copied: ['Copied', '已复制'],
  copyFailed: ['Not copied: select it and copy by hand', '未能复制，请选中后手动复制'],
  clear: ['Clear', '清空'],
  open: ['Open a file', '打开文件'],
  save: ['Save', '保存'],
  copyLink: ['Copy link', '复制链接'],
  swap: ['Swap', '互换'],
  swapHint: ['Take the result as the input', '把结果作为输入'],
  /** The worth of a preset: a word after its name, and a sentence. */
  fun: ['fun', '娱乐'],
  obfuscation: ['obfuscation', '混淆'],
  secret: ['secret', '保密'],
  funNote: ['For fun: whoever knows the format reads it.', '娱乐：知道格式的人都能读。'],
  obfuscationNote: [
    'Obfuscation: keeps a passing reader out, not a determined one. Its length tells how well the words pack: yes from no, perhaps.',
    '混淆：挡得住路人，挡不住有心人。长度会透露文字压缩后的大小，或许足以分辨“是”与“否”。',
  ],
  secretNote: [
    'Secret: nobody reads it without the key, if the key cannot be guessed. Its length tells that of the text in steps of about thirty letters.',
    '保密：只要密钥猜不出，没有密钥就读不了。长度会透露文字的大致长短，每级约十二个汉字。',
  ],
  notText: ['This file holds no text in UTF-8.', '此文件不是 UTF-8 文字。'],
  encodedBy: [
    (charset: string, algorithm: string) => `Encoded: ${charset}, ${algorithm}`,
    (charset: string, algorithm: string) => `已编码：${charset}，${algorithm}`,
  ],
  decodedFrom: [
    (charset: string, algorithm: string) => `Decoded: ${charset}, ${algorithm}`,
    (charset: string, algorithm: string) => `已解码：${charset}，${algorithm}`,
  ],
  inBrowser: ['in this browser', '在本浏览器中'],
  severalTexts: [
    (count: number) => `${count} ciphers, a line each`,
    (count: number) => `共 ${count} 段密文，每段一行`,
  ],
  moreUnread: [
    (places: readonly number[]) =>
      `more could not be read, ${places.map((texts) => (texts === 0 ? 'before text 1' : `after text ${texts}`)).join(', ')}`,
    (places: readonly number[]) =>
      `${places.map((texts) => (texts === 0 ? '第 1 段之前' : `第 ${texts} 段之后`)).join('、')}另有内容无法解读`,
  ],
  /** Why a text is doubtful. */
  doubts: {
    markup: [doubts.markup, '这可能不是原文：聊天软件可能去掉了 ~~。请让对方以代码形式发送。'],
    ellipses: [doubts.ellipses, '这可能不是原文：三个点可能被合并成了省略号。请让对方以代码形式发送。'],
    repeats: [doubts.repeats, '这可能不是原文：重复的符号可能被缩短了。请让对方以代码形式发送。'],
    halves: [doubts.halves, '这可能不是原文：编码所用的工具只写出了表情符号的一半。'],
    loss: [doubts.loss, '这可能不是原文：可能缺了符号。请重新完整复制。'],
  },
  leftOut: [
    (before: number, after: number) =>
      `left out: of the cipher’s own symbols ${symbolsBeside(before, after)}`,
    (before: number, after: number) =>
      `未计入密文${[before > 0 && `之前的 ${before} 个`, after > 0 && `之后的 ${after} 个`].filter(Boolean).join('和')}同样的符号`,
  ],
  beginningShown: [
    (units: number, ofAbout: number | undefined) =>
      `Shown is the beginning: ${units}${ofAbout === undefined ? '' : ` of about ${ofAbout}`} characters.`,
    (units: number, ofAbout: number | undefined) =>
      `此处显示开头${ofAbout === undefined ? '' : `：约 ${ofAbout} 个字符中的前`} ${units} 个字符。`,
  ],
  keyTrimmed: ['the key without the white space around it', '密钥已去掉首尾空白'],
  copyAsCode: ['Copy as code', '复制为代码'],
  suggestKey: ['Suggest a key', '生成密钥'],
  /** For sets with a tilde. */
  tildeNote: [
    (set: string) =>
      `Chats with Markdown take ~ for markup and drop it. Use “Copy as code” there${set && `, or the set ${set}`}.`,
    (set: string) =>
      `支持 Markdown 的聊天软件会把 ~ 当作标记而删去。请用“复制为代码”${set && `，或改用字符集 ${set}`}。`,
  ],
  working: ['Working…', '处理中…'],
  keyWanted: [
    (algorithm: string) => `This cipher was made with a key (${algorithm}). Enter the key to read it.`,
    (algorithm: string) => `此密文编码时用了密钥（${algorithm}）。请输入密钥以解读。`,
  ],
  keyWantedToEncode: [
    (preset: string) => `${preset} needs a key. Enter one to encode.`,
    (preset: string) => `${preset} 需要密钥。请输入密钥以编码。`,
  ],
  textTooLong: [
    (most: string) => `The text is too long: at most ${most} characters.`,
    (most: string) => `文字太长：最多 ${most} 个字符。`,
  ],
  cipherTooLong: [
    (most: string) => `The cipher is too long: at most ${most} characters.`,
    (most: string) => `密文太长：最多 ${most} 个字符。`,
  ],
  notTaken: [
    (most: string) => `That is too long, and was left out: at most ${most} characters.`,
    (most: string) => `内容太长，未放入：最多 ${most} 个字符。`,
  ],
  keyTooLong: [
    (most: string) => `The key is too long: at most ${most} characters.`,
    (most: string) => `密钥太长：最多 ${most} 个字符。`,
  ],
  /** Reasons for refusing a cipher. */
  refusals: {
    damaged: [refusals.damaged, '此密文已损坏。'],
    symbolsMissing: [refusals.symbolsMissing, '此密文已损坏：中间缺少或多出了符号。请重新复制。'],
    endMissing: [refusals.endMissing, '密文的结尾缺失。请完整复制。'],
    noEnd: [refusals.noEnd, '密文没有在此处结束：结尾缺失，或后面还有别的内容。请只复制密文，且完整复制。'],
    symbolsAfter: [refusals.symbolsAfter, '密文之后还有用同样符号写的内容。请只复制密文。'],
    symbolsBefore: [refusals.symbolsBefore, '密文之前还有用同样符号写的内容。请只复制密文。'],
    symbolsAround: [refusals.symbolsAround, '密文前后还有用同样符号写的内容。请只复制密文。'],
    beginningMissing: [refusals.beginningMissing, '密文的开头缺失。请完整复制。'],
    severalCiphers: [refusals.severalCiphers, '这里有两段或更多密文。请逐段解码。'],
    partOfAnother: [
      refusals.partOfAnother,
      '这可能只是另一段密文的一部分：解出的内容太短，或不像文字。请完整复制密文。',
    ],
    damagedOrWrongKey: [refusals.damagedOrWrongKey, '密钥与编码时所用的不符，或密文已损坏。'],
    notTheBeginning: [refusals.notTheBeginning, '这可能是密文的一部分：开头不像密文的开头。请完整复制。'],
    nothing: [refusals.nothing, '这里没有密文：没有内容，或只有空白。'],
    laterVersion: [refusals.laterVersion, '此密文由更新版本的格式写成。'],

    unrecognized: [
      'This is not a cipher that can be read here: no enabled character set fits it.',
      '这里无法解读此密文：没有已启用的字符集与它相符。',
    ],
  },
  /** What is added to a refusal about the ends of the key. */
  keySpaces: {
    begins: [keySpaces.begins, '密钥以空白开头，空白也算在内。'],
    ends: [keySpaces.ends, '密钥以空白结尾，空白也算在内。'],
    beginsAndEnds: [keySpaces.beginsAndEnds, '密钥首尾都有空白，空白也算在内。'],
  },
  /** The notice for a doubtful text in its pane. */
  doubtedShown: ['It is shown all the same.', '解出的内容仍显示在此。'],
  rateLimited: [
    (seconds: number) =>
      `Too many requests for now. Going on by itself in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    (seconds: number) => `请求过于频繁，${seconds} 秒后自动继续。`,
  ],
  blocked: ['The service refuses your address.', '服务拒绝了您的地址。'],
  notAllowed: [
    'The service only takes requests from certain addresses, and yours is not among them.',
    '服务只接受特定地址的请求，您的地址不在其中。',
  ],
  unreachable: [
    'The service can’t be reached. Your text is still here; the next change tries again.',
    '无法连接服务。内容仍在此处，下次改动时会重试。',
  ],
  busy: [
    'The service is busy. Your text is still here; the next change tries again.',
    '服务繁忙。内容仍在此处，下次改动时会重试。',
  ],
  broken: [
    'Something went wrong in the service. Your text is still here; the next change tries again.',
    '服务出了问题。内容仍在此处，下次改动时会重试。',
  ],
  serviceSays: [
    (message: string) => `The service says: ${message}`,
    (message: string) => `服务返回：${message}`,
  ],
  /** The names of the sets and presets that come with the service. */
  shippedNames: {
    Roar: ['Roar', '咆哮'],
    Meow: ['Meow', '喵呜'],
    Woof: ['Woof', '汪汪'],
    Digits: ['Digits', '数字'],
    Letters: ['Letters', '字母'],
    Dots: ['Dots', '点号'],
    Cats: ['Cats', '猫脸'],
    Chime: ['Chime', '叮咚'],
    Kitten: ['Kitten', '小猫'],
    Classic: ['Classic', '经典'],
    Compact: ['Compact', '紧凑'],
    'Keyed permutation': ['Keyed permutation', '密钥置换'],
    'Stream XOR': ['Stream XOR', '流异或'],
    Vigenère: ['Vigenère', '维吉尼亚'],
    RC4: ['RC4', 'RC4'],
    'AES-256-GCM': ['AES-256-GCM', 'AES-256-GCM'],
    'AES-256-GCM, strong': ['AES-256-GCM, strong', 'AES-256-GCM（加强）'],
  },
  fromProgram: ['From a program', '在程序中使用'],
  fromProgramLead: ['The same in one line, without an account:', '一行命令，无需账号：'],
  withoutScript: [
    'Without JavaScript, a press of a button does the work on the server.',
    '未启用 JavaScript 时，按下按钮后由服务器处理。',
  ],
  encode: ['Encode', '编码'],
  decode: ['Decode', '解码'],
})

/** All texts of the playground in one language. */
export type PlaygroundMessages = (typeof byLanguage)['en']

/** Texts that are always on the page. */
export type PageWord = {
  [Name in keyof PlaygroundMessages]: PlaygroundMessages[Name] extends string ? Name : never
}[keyof PlaygroundMessages]

/** The name of a set or preset: translated if it comes with the service, and otherwise as its operator wrote it. */
export const nameIn = ({ shippedNames }: PlaygroundMessages, name: string): string =>
  Object.hasOwn(shippedNames, name) ? shippedNames[name as keyof typeof shippedNames] : name

export const messagesIn = (language: Language): PlaygroundMessages => byLanguage[language]

/** The title of the browser's tab. */
export const titleIn = ({ title }: PlaygroundMessages, site: string): string => `${title} · ${site}`

const refusalOf = new Map(Object.entries(refusals).map(([why, said]) => [said as string, why as Refusal]))

/** Translates a refusal by the codec or the service into the page's language. */
export const refusalIn = (messages: PlaygroundMessages, said: string): string => {
  const spaces = placesOfSpaces.find((place) => said.endsWith(` ${keySpaces[place]}`))
  const refusal = spaces === undefined ? said : said.slice(0, -keySpaces[spaces].length - 1)
  const why = refusalOf.get(refusal)
  if (why === undefined) return messages.serviceSays(said)
  return spaces === undefined
    ? messages.refusals[why]
    : `${messages.refusals[why]} ${messages.keySpaces[spaces]}`
}

const placesOfSpaces = Object.keys(keySpaces) as KeySpaces[]
