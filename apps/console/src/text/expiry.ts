import { texts } from '@pictoglyph/web/texts'

export const expiryTexts = texts({
  expiry: {
    spans: {
      forever: ['Never', '永久'],
      '1h': ['1 hour', '1 小时'],
      '1d': ['1 day', '1 天'],
      '7d': ['7 days', '7 天'],
      '30d': ['30 days', '30 天'],
      custom: ['Custom', '自定义'],
    },
    custom: [(label: string) => `${label}: custom`, (label: string) => `${label}（自定义）`],
    spanHint: ['Such as 12h, 90d or 52w.', '例如 12h、90d 或 52w。'],
    spanOrDayHint: [
      'Such as 12h, 90d, or a last day: 2027-12-31.',
      '例如 12h、90d，或最后一天，如 2027-12-31。',
    ],
    unchanged: ['Leave as it is', '保持不变'],
    bySite: ['As the site says', '按站点设置'],
  },
})
