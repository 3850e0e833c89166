import type { uploadMessages as english, uploadNotices as englishNotices } from './en.ts'

export const uploadMessages: typeof english = {
  upload: {
    title: '上传',
    limits: (types, size) => `${types.join('、')}，每个最大 ${size}。`,
    choose: '选择图片',
    dropHint: '或将图片拖放到页面任意位置，也可直接粘贴',
    noAlbum: '不放入相册',
    noCategory: '没有可上传的分类',
    noCategoryHint: '每张图片都属于一个分类，请联系管理员启用一个。',
    start: '上传',
    startMany: '上传 # 张图片',
    progress: '进度',
    waiting: '等待中',
    done: '已上传',
    duplicate: '已存在，点击查看',
    connectionLost: '连接中断，请重试。',
    tooLarge: '文件过大。',
    notAnImage: '此文件不是图片，不会上传。',
  },
}

export const uploadNotices: typeof englishNotices = {
  uploaded: () => '已上传。',
  uploadDuplicate: () => '此文件您之前已上传过，就是这一张。',
  uploadOfSomebodyElse: () => '此文件已由他人上传过。图片仍归对方所有，可查看其公开页面。',
}
