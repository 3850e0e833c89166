import type { Language } from '@pictoglyph/http'
import { english } from './en.ts'
import { simplifiedChinese } from './zh-cn.ts'

/** All that the playground says, in one language. */
export interface PlaygroundMessages {
  title: string
  lead: string
  description: string
  apiDocs: string
  charset: string
  preset: string
  key: string
  showKey: string
  localOnly: string
  localOnlyHint: string
  text: string
  textPlaceholder: string
  cipher: string
  cipherPlaceholder: string
  copy: string
  copied: string
  copyFailed: string
  clear: string
  open: string
  save: string
  copyLink: string
  swap: string
  swapHint: string
  /** What a preset is worth, in a word that stands after its name, and in a sentence. */
  fun: string
  obfuscation: string
  secret: string
  funNote: string
  obfuscationNote: string
  secretNote: string
  notText: string
  encodedBy: (charset: string, algorithm: string) => string
  decodedFrom: (charset: string, algorithm: string) => string
  inBrowser: string
  working: string
  keyWanted: (algorithm: string) => string
  keyWantedToEncode: (preset: string) => string
  textTooLong: (most: string) => string
  cipherTooLong: (most: string) => string
  notTaken: (most: string) => string
  keyTooLong: (most: string) => string
  decodeFailed: string
  damaged: string
  decodeFailedWithKey: string
  rateLimited: (seconds: number) => string
  blocked: string
  notAllowed: string
  unreachable: string
  busy: string
  broken: string
  optionsMissing: string
  serviceSays: (message: string) => string
  fromProgram: string
  fromProgramLead: string
  withoutScript: string
  encode: string
  decode: string
}

/** What stands on the page by itself, whatever is done there. */
export type PageWord = {
  [Name in keyof PlaygroundMessages]: PlaygroundMessages[Name] extends string ? Name : never
}[keyof PlaygroundMessages]

const byLanguage: Readonly<Record<Language, PlaygroundMessages>> = { en: english, 'zh-CN': simplifiedChinese }

export const messagesIn = (language: Language): PlaygroundMessages => byLanguage[language]

/** What the browser's tab is called. */
export const titleIn = ({ title }: PlaygroundMessages): string => `Pictoglyph · ${title}`
