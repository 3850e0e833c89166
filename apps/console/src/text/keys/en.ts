import type { KeyBinding } from '@pictoglyph/core'

const keyWorks = (name: string, networks: string) =>
  `The key “${name}” works${networks === '' ? '' : `, but only from ${networks}`}`

export const keysMessages = {
  key: {
    title: 'API keys',
    lead: 'A key lets a tool upload in your name.',
    name: 'Name',
    nameHint: 'What or where it is for, such as “ShareX at work”.',
    state: 'State',
    created: 'Created',
    lastUsed: 'Last used',
    never: 'never',
    from: 'from',
    newNetwork: 'new network',
    uploadsPerMinute: 'Uploads a minute',
    uploadsPerMinuteHint: 'Empty for no limit.',
    empty: 'No keys yet',
    emptyHint: 'Create one below for each tool, so that you can revoke it without touching the others.',
    unnamed: 'Unnamed',
    restrictedTo: {
      categoryIds: 'Only to categories',
      albumIds: 'Only into albums',
      linkNames: 'May set the links',
      types: 'Only types',
      maxBytes: 'Only files up to',
      networks: 'Only from',
    } satisfies Record<keyof KeyBinding, string>,
    active: 'active',
    expired: 'expired',
    revoked: 'revoked',
    usedUp: 'used up',
    until: 'until',
    noPermission: 'No permissions',
    defaultCategory: 'Default category',
    defaultCategoryHint: 'For uploads that name none.',
    noDefault: 'none',
    revoke: 'Revoke',
    revokeQuestion: 'Every tool that uses this key stops working at once. This can’t be taken back.',
    revokeThis: 'Revoke the key',
    newTitle: 'New key',
    expiry: 'Expires',
    expiryDays: (days: string) => (days === '' ? 'never' : `in ${days} ${days === '1' ? 'day' : 'days'}`),
    permissions: 'Permissions',
    permission: { 'images:upload': 'Upload images' },
    lsky: 'For a client that speaks Lsky Pro',
    lskyHint: 'Answers carry the extra fields that such clients read.',
    create: 'Create key',
    shownOnce: 'This is the key, shown only now',
    shownOnceHint:
      'Copy it to where it is used. It is stored nowhere in readable form: if it is lost, create another.',
    secret: 'API key',
    toKeys: 'To the keys',
    use: 'How to use it',
    address: 'Upload address',
    configurations: 'Choose your program. The key is already filled in, as this page shows it only now.',
    configurationsHint: (placeholder: string) =>
      `Choose your program, and put your key where ${placeholder} stands.`,
    download: 'Download',
    testTitle: 'Try it',
    testHint: 'Sends a small picture under this key’s rules and shows it to you.',
    test: 'Send a test image',
  },
  guests: {
    title: 'Guest links',
    lead: 'A link lets people without an account send you pictures.',
    empty: 'No links yet',
    emptyHint: 'Make one below for each occasion, and end it when it is over.',
    forGuests: 'Guest link',
    name: 'Title',
    nameHint: 'For yourself: what it is for, such as “Wedding of Ann and Bob”. Guests do not see it.',
    into: 'Into category',
    uploads: 'Pictures',
    of: 'of',
    seeWhatCame: 'See what came',
    maxUploads: 'Uploads in all',
    maxUploadsHint: 'Empty for no limit.',
    countsToQuota:
      'What guests send belongs to you and counts to your quota. They see nothing of what you have, and all who have the link can use it.',
    end: 'End',
    endQuestion: 'The link stops working at once, for everybody who has it. This can’t be taken back.',
    endThis: 'End the link',
    newTitle: 'New guest link',
    create: 'Make link',
    linkShownOnce: 'This is the link, shown only now',
    linkShownOnceHint:
      'Copy it, or let guests point their phones at the code. It is stored nowhere in readable form: if it is lost, end it and make another.',
    link: 'Link for guests',
    qrCode: 'QR code of the link for guests',
    toLinks: 'To the guest links',
  },
}

export const keysNotices = {
  keyRevoked: (about: string) => `The key “${about}” is revoked and works nowhere any more.`,
  keyTested: (about: string, networks: string) =>
    `${keyWorks(about, networks)}: this test image came in with it.`,
  keyTestedAgain: (about: string, networks: string) =>
    `${keyWorks(about, networks)}. The test image was here already, so that nothing was added.`,
  keyTestedBefore: (about: string, networks: string) =>
    `${keyWorks(about, networks)}. Its test image repeats one of somebody else's, which has a public page.`,
}
