import type { Language } from '@pictoglyph/http'
import { english } from './en.ts'
import { simplifiedChinese } from './zh-cn.ts'

/** Every sentence and word of the console. Each language has all of them. */
export type Messages = typeof english

export const messagesIn: Readonly<Record<Language, Messages>> = {
  en: english,
  'zh-CN': simplifiedChinese,
}

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文' }
