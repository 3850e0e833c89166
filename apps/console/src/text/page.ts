import { texts } from '@pictoglyph/web/texts'

export const pageTexts = texts({
  layout: {
    console: ['console', '控制台'],
    theme: ['Appearance', '外观'],
    themes: {
      system: ['System', '跟随系统'],
      light: ['Light', '浅色'],
      dark: ['Dark', '深色'],
    },
    language: ['Language', '语言'],
    skipToContent: ['Skip to content', '跳到正文'],
  },
  nav: {
    menu: ['Menu', '菜单'],
    label: ['Main', '主导航'],
    daily: ['Every day', '常用'],
    images: ['Images', '图片'],
    gallery: ['Gallery', '图库'],
    upload: ['Upload', '上传'],
    albums: ['Albums', '相册'],
    keys: ['API keys', 'API 密钥'],
    wholeSite: ['Whole site', '全站'],
    overview: ['Overview', '概览'],
    moderation: ['Moderation', '内容审核'],
    users: ['Users', '用户'],
    settings: ['Settings', '设置'],
    audit: ['Audit log', '审计日志'],
    account: ['Account', '账户'],
    signOut: ['Sign out', '退出'],
    storage: [
      (used: string, quota: string | undefined) =>
        quota === undefined ? `${used} used` : `${used} of ${quota} used`,
      (used: string, quota: string | undefined) =>
        quota === undefined ? `已用 ${used}` : `已用 ${used}，共 ${quota}`,
    ],
  },
  common: {
    save: ['Save', '保存'],
    delete: ['Delete', '删除'],
    remove: ['Remove', '移除'],
    close: ['Close', '关闭'],
    undo: ['Undo', '撤销'],
    copy: ['Copy', '复制'],
    copied: ['Copied', '已复制'],
    leaveUncopied: [
      'This is shown only now, and was not copied yet. Leave all the same?',
      '此内容仅显示这一次，且尚未复制。仍要离开吗？',
    ],
    unanswered: ['No answer came. Try again.', '没有收到响应，请重试。'],
    actions: ['Actions', '操作'],
    previewMissing: [
      'There is no preview: the server can’t be reached, or you are no longer signed in.',
      '无法预览：服务器无法访问，或您已退出登录。',
    ],
    isNow: [
      (value: string, by: string | null) =>
        `${value === '' ? 'It is empty now' : `It is “${value}” now`}${by === null ? '' : `, set by ${by}`}. Saving replaces that.`,
      (value: string, by: string | null) => {
        const now = value === '' ? '为空' : `为“${value}”`
        return `${by === null ? '现在' : `已由 ${by} 更改，现在`}${now}；保存将覆盖该值。`
      },
    ],
    standsIn: [
      (stored: string) =>
        `The stored value ${stored} can’t be used. This one is in force instead, and saving stores it.`,
      (stored: string) => `存储的值 ${stored} 无法使用，现以此值代替；保存后将写入此值。`,
    ],
    previewLater: ['A preview comes once the marked field is corrected.', '更正标出的字段后即可预览。'],
    pages: ['Pages', '分页'],
    firstPage: ['Back to the newest', '回到最新'],
    nextPage: ['Older', '更早'],
    moveUp: [(name: string) => `Move ${name} up`, (name: string) => `上移 ${name}`],
    moveDown: [(name: string) => `Move ${name} down`, (name: string) => `下移 ${name}`],
  },
  problem: {
    title: ['That did not work', '未能完成'],
    notFoundTitle: ['Nothing here', '这里什么也没有'],
    noSuchPage: ['There is no page at this address.', '此地址没有页面。'],
    operatorsOnly: ['This page is for administrators.', '此页面仅供管理员使用。'],
    formExpired: [
      'This form is no longer valid. Go back, reload the page and send it again.',
      '此表单已失效。请返回并刷新页面后重新提交。',
    ],
    openAt: [
      (url: string) => `This console is set up for ${url}. Open it there.`,
      (url: string) => `此控制台的地址是 ${url}，请在该地址打开。`,
    ],
    signedOut: ['You are signed out. Sign in again.', '您已退出，请重新登录。'],
    requestId: ['Request id in the log: ', '此请求在日志中的编号：'],
    toStart: ['Home', '首页'],
  },
})

export const pageNotices = texts({
  saved: [(_about: string) => 'Saved.', () => '已保存。'],
})
