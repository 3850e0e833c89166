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
    restrictions: 'Restrictions',
    restrictionsHint: 'What is left empty binds nothing.',
    maxMegabytes: 'Largest file (MB)',
    noBound: 'Empty for no limit.',
    onlyNetworks: 'Only from these networks',
    networksHint: 'Addresses or CIDR, one a line, such as 10.0.0.0/8.',
    expiryOnDay: 'after a day',
    lastDay: 'Last day (UTC)',
    lastDayHint: 'Where it expires after a day.',
    empty: 'No keys yet',
    emptyHint: 'Create one below for each tool, so that you can revoke it without touching the others.',
    unnamed: 'Unnamed',
    restrictedTo: {
      categoryIds: 'Only to categories',
      albumIds: 'Only into albums',
      types: 'Only types',
      maxBytes: 'Only files up to',
      networks: 'Only from',
    } satisfies Record<keyof KeyBinding, string>,
    active: 'active',
    expired: 'expired',
    revoked: 'revoked',
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
    expiryDays: (days: string) => (days === '' ? 'never' : `in ${days} days`),
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
