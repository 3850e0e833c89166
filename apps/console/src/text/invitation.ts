import { texts } from '@pictoglyph/web/texts'

export const invitationTexts = texts({
  invitation: {
    title: [(site: string) => `Welcome to ${site}`, (site: string) => `欢迎来到 ${site}`],
    leadNew: [
      'Choose a name and a password. This link is good once.',
      '请选择用户名和密码。此链接仅可使用一次。',
    ],
    leadKnown: [
      (name: string) => `Choose a password for ${name}. This link is good once.`,
      (name: string) => `请为 ${name} 设置密码。此链接仅可使用一次。`,
    ],
    name: ['Name', '用户名'],
    nameHint: ['You sign in with it.', '用于登录。'],
    password: ['Password', '密码'],
    passwordHint: ['At least 8 characters.', '至少 8 个字符。'],
    again: ['The same password again', '再次输入密码'],
    displayName: ['Display name', '显示名称'],
    displayNameHint: ['What others see; may be empty.', '他人看到的名称，可留空。'],
    submit: ['Set the password', '设置密码'],
    gone: [
      'This invitation is not valid. It may have been used, revoked or replaced, or it has expired. Ask an administrator for a new one.',
      '此邀请无效，可能已被使用、吊销或替换，或已过期。请联系管理员获取新的邀请。',
    ],
  },
})

export const invitationNotices = texts({
  invitationAccepted: [
    (about: string) => `The password is set. Sign in as ${about}.`,
    (about: string) => `密码已设置。请以 ${about} 登录。`,
  ],
})
