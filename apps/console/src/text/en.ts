import { accountMessages, accountNotices } from './account/en.ts'
import { albumsMessages, albumsNotices } from './albums/en.ts'
import { englishFailures } from './failures-en.ts'
import { galleryMessages, galleryNotices } from './gallery/en.ts'
import { keysMessages, keysNotices } from './keys/en.ts'
import { linksMessages, linksNotices } from './links/en.ts'
import { operatorsMessages, operatorsNotices } from './operators/en.ts'
import { pageMessages, pageNotices } from './page/en.ts'
import { uploadMessages, uploadNotices } from './upload/en.ts'

/** English, by area. The other languages have the same entries, which their type sees to. */
export const english = {
  ...pageMessages,
  ...accountMessages,
  ...galleryMessages,
  ...uploadMessages,
  ...albumsMessages,
  ...linksMessages,
  ...keysMessages,
  ...operatorsMessages,
  notice: {
    ...pageNotices,
    ...accountNotices,
    ...galleryNotices,
    ...uploadNotices,
    ...albumsNotices,
    ...linksNotices,
    ...keysNotices,
    ...operatorsNotices,
  } satisfies Record<string, (about: string, detail: string) => string>,
  failure: englishFailures,
}
