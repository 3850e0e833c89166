import { accountMessages, accountNotices } from './account/zh-cn.ts'
import { albumsMessages, albumsNotices } from './albums/zh-cn.ts'
import { simplifiedChineseFailures } from './failures-zh-cn.ts'
import { galleryMessages, galleryNotices } from './gallery/zh-cn.ts'
import { keysMessages, keysNotices } from './keys/zh-cn.ts'
import { linksMessages, linksNotices } from './links/zh-cn.ts'
import type { Messages } from './messages.ts'
import { operatorsMessages, operatorsNotices } from './operators/zh-cn.ts'
import { pageMessages, pageNotices } from './page/zh-cn.ts'
import { uploadMessages, uploadNotices } from './upload/zh-cn.ts'

/** 简体中文 */
export const simplifiedChinese: Messages = {
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
  },
  failure: simplifiedChineseFailures,
}
