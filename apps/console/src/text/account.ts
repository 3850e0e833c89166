import { counted, grouped } from '@pictoglyph/forms/numbers'
import { texts } from '@pictoglyph/web/texts'

export const accountTexts = texts({
  signIn: {
    title: ['Sign in', '登录'],
    byProvider: ['Sign in with your organisation', '通过您的组织登录'],
    name: ['Name', '用户名'],
    password: ['Password', '密码'],
    submit: ['Sign in', '登录'],
    wrong: ['Name or password is wrong.', '用户名或密码不正确。'],
    forgotten: ['Forgotten? An administrator can give you a new password.', '忘记密码？管理员可以为您重设。'],
  },
  secondStep: {
    title: ['Second factor', '第二重验证'],
    code: ['Code', '验证码'],
    codeHint: [
      'The six digits that your authenticator shows, or a recovery code.',
      '身份验证器显示的六位数字，或一个恢复码。',
    ],
    wrong: ['This code is wrong or was used already.', '验证码不正确，或已经用过。'],
    resting: [
      'Too many wrong codes. Use a recovery code or a passkey, or wait until',
      '已输错 100 次，暂不接受身份验证器的验证码。恢复码和通行密钥仍可使用。恢复时间：',
    ],
  },
  passkey: {
    setUp: ['Set up a passkey', '设置通行密钥'],
    hint: [
      'Your device, phone or security key proves that it is you. Your other sessions will end.',
      '由您的设备、手机或安全密钥证明是您本人。您的其他会话将会结束。',
    ],
    nameGiven: ['Passkey', '通行密钥'],
    add: ['Create a passkey', '创建通行密钥'],
    use: ['Use a passkey', '使用通行密钥'],
    failed: ['That did not work, or was stopped. Try again.', '操作未成功或已取消，请重试。'],
    needsScript: ['Passkeys need JavaScript.', '通行密钥需要 JavaScript。'],
    needsHostName: [
      'A passkey needs a host name, and this console stands under an address.',
      '通行密钥需要主机名，而本控制台使用的是 IP 地址。',
    ],
    openThere: [
      'On this machine, set PICTOGLYPH_CONSOLE_URL to localhost and open',
      '在本机上，请将 PICTOGLYPH_CONSOLE_URL 设为 localhost，然后打开',
    ],
  },
  proof: {
    title: ['Confirm that it is you', '请确认是您本人'],
    byProvider: ['Sign in again with your organisation', '通过您的组织重新登录'],
    lead: [
      'Enter your password to continue. Then we finish what you started.',
      '距上次确认已超过十分钟。确认后，刚才提交的操作会立即执行。',
    ],
    field: ['Your password, or a code of your authenticator', '您的密码，或身份验证器的验证码'],
    submit: ['Confirm', '确认'],
    cancel: ['Cancel', '取消'],
    wrong: ['That is wrong, or the code was used already.', '不正确，或验证码已经用过。'],
  },
  factor: {
    title: ['Second factor', '第二重验证'],
    lead: ['With one, your password alone is not enough to sign in.', '设置后，仅凭密码无法登录您的账户。'],
    leadAsked: [
      'This site asks you to have one. With it, your password alone is not enough to sign in.',
      '本站要求您设置。设置后，仅凭密码无法登录您的账户。',
    ],
    setUp: ['Set up an authenticator', '设置身份验证器'],
    scan: [
      'Scan this with an authenticator app, or type the secret into it.',
      '用身份验证器应用扫描，或手动输入密钥。',
    ],
    qrCode: ['QR code of the secret below', '下方密钥的二维码'],
    secret: ['Secret', '密钥'],
    name: ['Name', '名称'],
    nameGiven: ['Authenticator', '身份验证器'],
    code: ['Code that the app shows', '应用显示的验证码'],
    codeHint: ['Six digits. Your other sessions will end.', '六位数字。您的其他会话将会结束。'],
    add: ['Set up', '设置'],
    present: ['Your second factors', '您的第二重验证'],
    since: ['since', '设置于'],
    lastUsed: ['last used', '最近使用'],
    never: ['never', '从未'],
    remove: ['Remove', '移除'],
    removeQuestion: [
      'It no longer signs you in. Your other sessions end.',
      '它将不能再用于登录，您的其他会话会结束。',
    ],
    codesLeft: [
      (number: number) => `${counted(number, 'recovery code is', 'recovery codes are')} left.`,
      (number: number) => `还剩 ${grouped(number)} 个恢复码。`,
    ],
    renewCodes: ['Create new recovery codes', '创建新的恢复码'],
    renewQuestion: ['The old ones stop working.', '旧的恢复码将失效。'],
    codesTitle: ['Recovery codes, shown only now', '恢复码，仅显示这一次'],
    codesHint: [
      'Each signs you in once when your authenticator is not at hand. Keep them where it is not.',
      '身份验证器不在手边时，每个恢复码可登录一次。请另行保存。',
    ],
    allCodes: ['All codes', '全部恢复码'],
    codesKept: ['I have kept them', '我已保存'],
  },
  account: {
    title: ['Account', '账户'],
    displayName: ['Display name', '显示名称'],
    displayNameHint: [
      'Shown on the public pages of your images. No one outside sees the name you sign in with.',
      '显示在图片的公开页面上。登录用的用户名不会向外人显示。',
    ],
    uses: [
      (images: number, size: string, quota: string | undefined): string =>
        `${counted(images, 'image', 'images')}, ${size}${quota === undefined ? '' : ` of ${quota}`}`,
      (images: number, size: string, quota: string | undefined) =>
        `${grouped(images)} 张图片，${size}${quota === undefined ? '' : `，配额 ${quota}`}`,
    ],
    changePassword: ['Change password', '修改密码'],
    current: ['Current password', '当前密码'],
    next: ['New password', '新密码'],
    nextHint: [
      'At least 8 characters. Your other sessions will end.',
      '至少 8 个字符。您的其他会话将会结束。',
    ],
    again: ['New password, again', '再次输入新密码'],
    revokeKeys: ['Revoke my API keys too', '同时吊销我的 API 密钥'],
    revokeKeysHint: ['If someone else may have known the password.', '如果其他人可能知道旧密码。'],
    generatedPassword: [
      'Your password was generated. Change it: until then you cannot run the site, create keys or give rights.',
      '您的密码是系统生成的，请修改。在此之前，您不能管理站点、创建密钥或授予权限。',
    ],
    secondFactor: ['Second factor', '第二重验证'],
    secondFactorState: [
      (number: number) =>
        number === 0
          ? 'You have none yet.'
          : `You have ${counted(number, 'second factor', 'second factors')}.`,
      (number: number) => (number === 0 ? '您尚未设置。' : `您已设置 ${grouped(number)} 个。`),
    ],
    wrongFactors: [
      (number: number) =>
        `${counted(number, 'wrong code or passkey', 'wrong codes or passkeys')} so far, the last`,
      (number: number) => `验证码或通行密钥共错误 ${grouped(number)} 次，最近一次`,
    ],
    toSecondFactor: ['Second factor and recovery codes', '第二重验证与恢复码'],
    sessions: ['Sessions', '会话'],
    thisSession: ['this one', '当前会话'],
    unknownBrowser: ['Unknown browser', '未知浏览器'],
    from: ['from', '来自'],
    lastSeen: ['last seen', '最近活动'],
    end: ['End', '结束'],
    endOthers: ['End all others', '结束其他所有会话'],
  },
})

export const accountNotices = texts({
  signedOut: [(_about: string) => 'You are signed out.', () => '您已退出。'],
  formLost: [
    (_about: string) => 'You are no longer signed in, so that had no effect.',
    () => '您已退出登录，刚才的操作没有生效。',
  ],
  providerFailed: [
    (_about: string) => 'That sign-in did not work. Try again, or ask an administrator.',
    () => '登录未成功。请重试，或联系管理员。',
  ],
  passkeyFailed: [
    (_about: string) => 'This passkey isn’t registered here. Use another one, or sign in another way.',
    () => '此通行密钥无法登录。请使用本站的通行密钥，或用其他方式登录。',
  ],
  tooManyWrong: [
    (_about: string) => 'That was wrong too often. Sign in again.',
    () => '错误次数过多，请重新登录。',
  ],
  noProviderAccount: [
    (_about: string) =>
      'You signed in with your organisation, but have no account here. Ask an administrator.',
    () => '您的组织认识您，但本站没有您的账户。请联系管理员。',
  ],
  factorFirst: [
    (_about: string) => 'Set up a second factor first: this site asks you to have one.',
    () => '请先设置第二重验证：本站要求您设置。',
  ],
  passwordFirst: [
    (_about: string) => 'That had no effect. Change your generated password first.',
    () => '刚才的操作没有生效。请先修改系统生成的密码。',
  ],
  factorAdded: [
    (_about: string) => 'The second factor is set up, and your other sessions have ended.',
    () => '第二重验证已设置，您的其他会话已结束。',
  ],
  factorRemoved: [
    (_about: string) => 'The second factor is removed, and your other sessions have ended.',
    () => '第二重验证已移除，您的其他会话已结束。',
  ],
  passwordChanged: [
    (_about: string) => 'Your password is changed, and your other sessions have ended.',
    () => '密码已修改，您的其他会话已结束。',
  ],
  sessionEnded: [(_about: string) => 'The session has ended.', () => '该会话已结束。'],
  sessionsEnded: [(_about: string) => 'All other sessions have ended.', () => '其他会话已全部结束。'],
})
