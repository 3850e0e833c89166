import { queueTexts } from '@pictoglyph/web/page/queue-texts'
import { type In, texts } from '@pictoglyph/web/texts'

/** The texts of the upload script. */
export type QueueWords = In<(typeof uploadTexts)['queue']>

export const uploadTexts = texts({
  upload: {
    title: ['Upload', '上传'],
    limits: [
      (types: readonly string[], size: string) => `${types.join(', ')}, up to ${size} each.`,
      (types: readonly string[], size: string) => `${types.join('、')}，每个最大 ${size}。`,
    ],
    choose: ['Choose images', '选择图片'],
    dropHint: ['or drop them on any page, or paste them', '或将图片拖放到任意页面，也可直接粘贴'],
    chooseFolder: ['Choose a folder', '选择文件夹'],
    noAlbum: ['No album', '不放入相册'],
    noCategory: ['No category takes uploads', '没有可上传的分类'],
    noCategoryHint: [
      'Every image belongs to a category. Ask an administrator to enable one.',
      '每张图片都属于一个分类，请联系管理员启用一个。',
    ],
    start: ['Upload', '上传'],
    startOnDrop: ['Start as soon as files are added', '添加文件后立即上传'],
    nameAsTitle: ['Use the file’s name as title', '用文件名作为标题'],
    dropHere: ['Drop to upload', '松开即可上传'],
  },
  share: {
    title: ['Shared with you', '共享的图片'],
    lead: [
      (count: number) =>
        count === 1 ? 'This image is not uploaded yet.' : `These ${count} images are not uploaded yet.`,
      (count: number) => `这 ${count} 张图片尚未上传。`,
    ],
    nothing: ['There is nothing to upload.', '没有可上传的图片。'],
    inGallery: [
      (count: number) =>
        count === 1 ? 'This image is in the gallery.' : `These ${count} images are in the gallery.`,
      (count: number) => `这 ${count} 张图片已在图库中。`,
    ],
    linksHint: ['Select images to copy their links.', '选择图片以复制链接。'],
    keep: [
      (count: number) => (count === 1 ? 'Upload the image' : `Upload ${count} images`),
      (count: number) => `上传 ${count} 张图片`,
    ],
    leave: ['Not now', '暂不上传'],
    hint: [
      'What you leave waits a week under Recently deleted. Nobody else sees it.',
      '未上传的图片会在“最近删除”中保留一周，其他人看不到。',
    ],
    toGallery: ['Go to the gallery', '前往图库'],
  },
  /** The script fills in `#`, or names in braces. */
  queue: {
    ...queueTexts,
    label: ['Uploads', '上传列表'],
    ready: ['Ready', '待上传'],
    done: ['Uploaded', '已上传'],
    duplicate: ['Already there', '已存在'],
    cancelled: ['Cancelled', '已取消'],
    waitingForConnection: ['Waiting for a connection', '等待网络连接'],
    signInToGoOn: ['Sign in to go on', '登录后继续'],
    signedOut: [
      'You are signed out. Sign in, then come back to this page: the uploads go on by themselves.',
      '您已退出。请登录后回到此页面，上传会自动继续。',
    ],
    tooLarge: ['The file is {size}; the limit is {limit}.', '文件大小为 {size}，最大允许 {limit}。'],
    empty: ['Is empty.', '文件为空。'],
    notAnImage: ['Is not an image.', '不是图片。'],
    leavesOut: ['leaves out {kinds}', '不保留{kinds}'],
    inAlbum: ['album {name}', '相册 {name}'],
    start: ['Upload', '上传'],
    startMany: ['Upload # images', '上传 # 张图片'],
    total: ['{done} of {all}', '{done} / {all}'],
    refused: ['# refused', '# 个被拒绝'],
    failed: ['# failed', '# 个失败'],
    paused: ['Paused', '已暂停'],
    finished: ['Uploads have ended: {done} of {all}.', '上传结束：{done} / {all}。'],
    copyAll: ['Copy all # links', '复制全部 # 个链接'],
    copyOne: ['Copy link', '复制链接'],
    copied: ['Copied', '已复制'],
    copyFailed: ['Can’t copy here', '无法在此复制'],
    format: ['Format of links', '链接格式'],
    pause: ['Pause', '暂停'],
    resume: ['Go on', '继续'],
    cancel: ['Cancel', '取消'],
    cancelAll: ['Cancel all', '全部取消'],
    remove: ['Remove', '移除'],
    retry: ['Retry', '重试'],
    retryMany: ['Retry #', '重试 # 个'],
    clear: ['Clear list', '清空列表'],
    copy: ['Copy', '复制'],
    edit: ['Edit', '编辑'],
    editAll: ['Edit all', '全部编辑'],
    editOne: ['Edit {name}', '编辑 {name}'],
    keepAsIs: ['As it is', '保持不变'],
    fold: ['Show or hide the files', '显示或隐藏文件'],
    editRefused: ['Changes were not saved.', '更改未保存。'],
  },
})

export const uploadNotices = texts({
  uploaded: [(_about: string) => 'Uploaded.', () => '已上传。'],
  uploadDuplicate: [
    (_about: string) => 'You had uploaded this file before: here it is.',
    () => '此文件您之前已上传过，就是这一张。',
  ],
  uploadOfSomebodyElse: [
    (_about: string) =>
      'Somebody else has uploaded this file before. The image stays theirs, and has a public page.',
    () => '此文件已由他人上传过。图片仍归对方所有，可查看其公开页面。',
  ],
})
