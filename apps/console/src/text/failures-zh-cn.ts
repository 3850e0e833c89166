import { formatBytes } from '@pictoglyph/core'
import { typeName } from '../parts/type-name.ts'
import type { FailureTexts } from './failure-text.ts'
import { notFoundText, reasonText } from './reasons-zh-cn.ts'

const always = (message: string) => () => ({ message })
const size = (bytes: number) => formatBytes(bytes, 'zh-CN')

export const simplifiedChineseFailures: FailureTexts = {
  UNAUTHORIZED: always('该密钥已吊销或已过期。'),
  FORBIDDEN: ({ permission }) => ({ message: `该密钥没有 ${permission} 权限。` }),
  KEY_BOUND: ({ reason }) => reasonText(reason, '该密钥不允许这样做：'),
  KEY_USED_UP: ({ maxUploads }) => ({
    message: `该密钥最多可上传 ${maxUploads.toLocaleString('en')} 次，现已用完。`,
  }),
  FILE_MISSING: always('请先选择文件。'),
  CATEGORY_MISSING: always('请选择分类。'),
  CATEGORY_UNAVAILABLE: ({ categoryId }) => ({ message: `分类“${categoryId}”不存在或已停用。` }),
  ALBUM_NOT_ALLOWED: ({ albumId }) => ({ message: `相册“${albumId}”不存在或属于他人。` }),
  TYPE_NOT_ALLOWED: ({ found, allowed }) => {
    const type = found === 'unknown' ? '无法识别此文件的类型' : `文件类型为 ${typeName(found)}`
    return { message: `${type}。允许的类型：${allowed.map(typeName).join('、')}。` }
  },
  TOO_LARGE: ({ limitBytes }) => ({ message: `文件过大：最多 ${size(limitBytes)}。` }),
  INVALID_IMAGE: ({ reason }) => reasonText(reason, '图片无法接受：'),
  QUOTA_EXCEEDED: ({ quotaBytes, deletedBytes, maxImages, isForGuest }) => ({
    message: isForGuest
      ? '已没有空间存放更多图片。'
      : maxImages !== undefined
        ? `您最多可以有 ${maxImages.toLocaleString('en')} 张图片，请删除不再需要的图片；已删除的图片过多时也计算在内。`
        : deletedBytes === undefined
          ? `将超出您的配额 ${size(quotaBytes)}。`
          : `您最近删除的图片仍占用 ${size(deletedBytes)}，超过配额的两倍，两小时内会腾出空间；彻底删除则立即腾出。`,
  }),
  IDEMPOTENCY_MISMATCH: always('此 Idempotency-Key 已用于另一次上传。'),
  BAD_REQUEST: ({ reason }) => reasonText(reason, '输入无法接受：'),
  CONFLICT: ({ reason }) => reasonText(reason, '输入无法接受：'),
  NOT_FOUND: ({ what }) => notFoundText(what),
  METHOD_NOT_ALLOWED: always('此地址不接受这种请求。'),
  RATE_LIMITED: always('尝试次数过多，请一分钟后再试。'),
  IP_BLACKLISTED: always('您的地址已被封禁。'),
  IP_NOT_WHITELISTED: always('您的地址不在白名单中。'),
  DECODE_FAIL: always('无法识别该密文。'),
  BLOB_MISSING: always('存储中缺少该文件。'),
  STORAGE_FAILED: always('本站的存储暂时无法使用，请稍后再试。'),
  OVERLOADED: ({ retryAfterSeconds }) => ({ message: `服务繁忙，请在 ${retryAfterSeconds} 秒后重试。` }),
  INTERNAL: always('服务器出了问题。'),
}
