import { grouped } from '../numbers.ts'
import type { accountMessages as english, accountNotices as englishNotices } from './en.ts'

export const accountMessages: typeof english = {
  signIn: {
    title: '登录',
    name: '用户名',
    password: '密码',
    submit: '登录',
    wrong: '用户名或密码不正确。',
    forgotten: '忘记密码？管理员可以为您重设。',
  },
  account: {
    title: '账户',
    displayName: '显示名称',
    displayNameHint: '显示在图片的公开页面上。登录用的用户名不会向外人显示。',
    uses: (images, size, quota) =>
      `${grouped(images)} 张图片，${size}${quota === undefined ? '' : `，配额 ${quota}`}`,
    changePassword: '修改密码',
    current: '当前密码',
    next: '新密码',
    nextHint: '至少 8 个字符。您的其他会话将会结束。',
    again: '再次输入新密码',
    sessions: '会话',
    thisSession: '当前会话',
    unknownBrowser: '未知浏览器',
    from: '来自',
    lastSeen: '最近活动',
    end: '结束',
    endOthers: '结束其他所有会话',
  },
}

export const accountNotices: typeof englishNotices = {
  signedOut: () => '您已退出。',
  formLost: () => '您已退出登录，刚才的操作没有生效。',
  passwordChanged: () => '密码已修改，您的其他会话已结束。',
  sessionEnded: () => '该会话已结束。',
  sessionsEnded: () => '其他会话已全部结束。',
}
