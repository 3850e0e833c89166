import { counted } from '../numbers.ts'

export const accountMessages = {
  signIn: {
    title: 'Sign in',
    name: 'Name',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'Name or password is wrong.',
    forgotten: 'Forgotten? An administrator can give you a new password.',
  },
  account: {
    title: 'Account',
    displayName: 'Display name',
    displayNameHint:
      'Stands on the public pages of your images. The name you sign in with is shown to nobody outside.',
    uses: (images: number, size: string, quota: string | undefined): string =>
      `${counted(images, 'image', 'images')}, ${size}${quota === undefined ? '' : ` of ${quota}`}`,
    changePassword: 'Change password',
    current: 'Current password',
    next: 'New password',
    nextHint: 'At least 8 characters. Your other sessions will end.',
    again: 'New password, again',
    sessions: 'Sessions',
    thisSession: 'this one',
    unknownBrowser: 'Unknown browser',
    from: 'from',
    lastSeen: 'last seen',
    end: 'End',
    endOthers: 'End all others',
  },
}

export const accountNotices = {
  signedOut: (_about: string) => 'You are signed out.',
  formLost: (_about: string) => 'You are no longer signed in, so that had no effect.',
  passwordChanged: (_about: string) => 'Your password is changed, and your other sessions have ended.',
  sessionEnded: (_about: string) => 'The session has ended.',
  sessionsEnded: (_about: string) => 'All other sessions have ended.',
}
