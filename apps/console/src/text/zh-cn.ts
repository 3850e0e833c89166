import { accountMessages, accountNotices } from './account/zh-cn.ts'
import { albumsMessages, albumsNotices } from './albums/zh-cn.ts'
import { simplifiedChineseFailures } from './failures-zh-cn.ts'
import { galleryMessages, galleryNotices } from './gallery/zh-cn.ts'
import { keysMessages, keysNotices } from './keys/zh-cn.ts'
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
  ...keysMessages,
  ...operatorsMessages,
  notice: {
    ...pageNotices,
    ...accountNotices,
    ...galleryNotices,
    ...uploadNotices,
    ...albumsNotices,
    ...keysNotices,
    ...operatorsNotices,
  },
  failure: simplifiedChineseFailures,
}
