import type { Language } from '../language.ts'
import type { Theme } from './preferences.ts'

/** The masthead's texts for the choice of language and appearance. */
export const mastheadMessages: Readonly<
  Record<Language, { theme: string; language: string } & Record<Theme, string>>
> = {
  en: { theme: 'Appearance', language: 'English', system: 'As the system', light: 'Light', dark: 'Dark' },
  'zh-CN': { theme: '外观', language: '中文', system: '跟随系统', light: '浅色', dark: '深色' },
}
