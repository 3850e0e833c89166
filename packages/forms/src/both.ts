/** A text in English and in Simplified Chinese. */
export type Both<Text = string> = readonly [english: Text, chinese: Text]

/** The text in a language. */
export const inLanguage = <Text>(language: 'en' | 'zh-CN', [english, chinese]: Both<Text>): Text =>
  language === 'en' ? english : chinese
