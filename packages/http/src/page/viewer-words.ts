import type { Language } from '../language.ts'

/** Every text of the viewer. */
export interface ViewerWords {
  viewer: string
  untitled: string
  previous: string
  next: string
  close: string
  copy: string
  copied: string
  download: string
  facts: string
  openPage: string
  remove: string
  removed: string
  failed: string
}

/** The texts of the viewer, by language. */
export const viewerWords: Readonly<Record<Language, ViewerWords>> = {
  en: {
    viewer: 'Viewer',
    untitled: 'Untitled',
    previous: 'Previous',
    next: 'Next',
    close: 'Close',
    copy: 'Copy link',
    copied: 'Copied',
    download: 'Download',
    facts: 'Details',
    openPage: 'Page of this image',
    remove: 'Delete',
    removed: 'Deleted. It can be restored from “Recently deleted”.',
    failed: 'That did not work. Reload the page and try again.',
  },
  'zh-CN': {
    viewer: '查看器',
    untitled: '无标题',
    previous: '上一张',
    next: '下一张',
    close: '关闭',
    copy: '复制链接',
    copied: '已复制',
    download: '下载',
    facts: '详情',
    openPage: '图片页面',
    remove: '删除',
    removed: '已删除，可在“最近删除”中恢复。',
    failed: '操作失败，请刷新页面后重试。',
  },
}
