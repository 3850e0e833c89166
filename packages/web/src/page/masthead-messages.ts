import { inLanguages } from '../texts.ts'

/** The masthead's texts for the choice of language and theme. */
export const mastheadMessages = inLanguages({
  theme: ['Appearance', '外观'],
  language: ['English', '中文'],
  system: ['System', '跟随系统'],
  light: ['Light', '浅色'],
  dark: ['Dark', '深色'],
})
