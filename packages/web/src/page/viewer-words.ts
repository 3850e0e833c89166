import type { Both } from '@pictoglyph/forms/both'
import type { CopyFormatName } from '@pictoglyph/site/images/copy-formats'
import { inLanguages } from '../texts.ts'

/** The texts of the viewer, by language. */
export const viewerWords = inLanguages({
  viewer: ['Viewer', '查看器'],
  untitled: ['Untitled', '无标题'],
  previous: ['Previous', '上一张'],
  next: ['Next', '下一张'],
  close: ['Close', '关闭'],
  /** The button names the format that was copied last. */
  copyAs: {
    url: ['Copy link', '复制直链'],
    markdown: ['Copy Markdown', '复制 Markdown'],
    markdownLinked: ['Copy Markdown with link', '复制 Markdown（带链接）'],
    html: ['Copy HTML', '复制 HTML'],
    htmlLinked: ['Copy HTML with link', '复制 HTML（带链接）'],
    bbcode: ['Copy BBCode', '复制 BBCode'],
    bbcodeLinked: ['Copy BBCode with link', '复制 BBCode（带链接）'],
    thumbnail: ['Copy thumbnail', '复制缩略图'],
    thumbnailLinked: ['Copy thumbnail with link', '复制缩略图（带链接）'],
  } satisfies Record<CopyFormatName, Both>,
  /** Labels under the button on a phone. */
  formatNames: {
    url: ['Link', '直链'],
    markdown: ['Markdown', 'Markdown'],
    markdownLinked: ['Markdown +', 'Markdown +'],
    html: ['HTML', 'HTML'],
    htmlLinked: ['HTML +', 'HTML +'],
    bbcode: ['BBCode', 'BBCode'],
    bbcodeLinked: ['BBCode +', 'BBCode +'],
    thumbnail: ['Thumbnail', '缩略图'],
    thumbnailLinked: ['Thumbnail +', '缩略图 +'],
  } satisfies Record<CopyFormatName, Both>,
  copy: ['Copy', '复制'],
  format: ['Format', '格式'],
  chooseFormat: ['Choose a format', '选择格式'],
  copied: ['Copied', '已复制'],
  download: ['Download', '下载'],
  facts: ['Details', '详情'],
  openPage: ['Page of this image', '图片页面'],
  pageLabel: ['Page', '页面'],
  edit: ['Edit title', '编辑标题'],
  titled: ['Title saved.', '标题已保存。'],
  zoom: ['Zoom', '缩放'],
  zoomIn: ['Zoom in', '放大'],
  zoomOut: ['Zoom out', '缩小'],
  actualSize: ['Show at 100%', '按 100% 显示'],
  fit: ['Fit', '适合窗口'],
  keys: ['Keyboard shortcuts', '键盘快捷键'],
  remove: ['Delete', '删除'],
  removed: ['Deleted.', '已删除。'],
  undo: ['Undo', '撤销'],
  restored: ['Restored.', '已恢复。'],
  failed: ['That did not work. Reload the page and try again.', '操作失败，请刷新页面后重试。'],
})

/** Every text of the viewer, in one language. */
export type ViewerWords = (typeof viewerWords)['en']
