import type { Language } from '@pictoglyph/http'
import { english } from './en.ts'
import { simplifiedChinese } from './zh-cn.ts'

/** Every sentence and word of the console. Each language has all of them. */
export type Catalogue = typeof english

export const catalogues: Readonly<Record<Language, Catalogue>> = {
  en: english,
  'zh-CN': simplifiedChinese,
}

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文' }
