import type { Language } from '@pictoglyph/web/language'
import { inLanguages, texts } from '@pictoglyph/web/texts'
import { accountNotices, accountTexts } from './account.ts'
import { albumsNotices, albumsTexts } from './albums.ts'
import { expiryTexts } from './expiry.ts'
import { galleryNotices, galleryTexts } from './gallery.ts'
import { invitationNotices, invitationTexts } from './invitation.ts'
import { keysNotices, keysTexts } from './keys.ts'
import { linksNotices, linksTexts } from './links.ts'
import { moderationNotices, moderationTexts } from './moderation.ts'
import { operatorsNotices, operatorsTexts } from './operators.ts'
import { pageNotices, pageTexts } from './page.ts'
import { thingsTexts } from './things.ts'
import { uploadNotices, uploadTexts } from './upload.ts'

const byLanguage = inLanguages({
  ...pageTexts,
  ...accountTexts,
  ...expiryTexts,
  ...galleryTexts,
  ...uploadTexts,
  ...albumsTexts,
  ...linksTexts,
  ...keysTexts,
  ...operatorsTexts,
  ...moderationTexts,
  ...invitationTexts,
  ...thingsTexts,
  notice: texts({
    ...pageNotices,
    ...accountNotices,
    ...galleryNotices,
    ...uploadNotices,
    ...albumsNotices,
    ...linksNotices,
    ...keysNotices,
    ...operatorsNotices,
    ...moderationNotices,
    ...invitationNotices,
  }),
})

/** Every text of the console. */
export type Messages = (typeof byLanguage)['en'] & { language: Language }

export const messagesIn: Readonly<Record<Language, Messages>> = {
  en: { ...byLanguage.en, language: 'en' },
  'zh-CN': { ...byLanguage['zh-CN'], language: 'zh-CN' },
}

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文' }
