import type { ClientConfiguration, UploadTarget } from './client-configuration.ts'

/** Instructions for the Shortcuts app, which only opens files that it has signed. */
export function iosShortcuts({ url, authorization, fields }: UploadTarget): ClientConfiguration {
  const texts = Object.entries(fields).map(([name, value]) => `  ${name} (Text): ${value}`)
  return {
    id: 'ios-shortcuts',
    name: 'iOS Shortcuts',
    fileName: 'pictoglyph-shortcut.txt',
    format: 'text',
    content: `${[
      'Get Contents of URL',
      `  URL: ${url}`,
      '  Method: POST',
      'Headers',
      `  Authorization: ${authorization}`,
      'Request Body: Form',
      '  file (File): Shortcut Input',
      ...texts,
      'Get Dictionary Value',
      '  Get Value for: data.url',
      'Copy to Clipboard',
    ].join('\n')}\n`,
    steps: {
      en: [
        'In Shortcuts, make a new shortcut that shows in the share sheet and receives images.',
        'Add the three actions with these values.',
        'Share a photo with the shortcut: its link is in the clipboard.',
      ],
      'zh-CN': [
        '在“快捷指令”中新建一个快捷指令，在共享表单中显示，并接收图像。',
        '依次添加这三个操作：获取 URL 内容、获取词典值、拷贝至剪贴板，并填入这些值。',
        '在照片中选择共享并运行该快捷指令，链接即被复制到剪贴板。',
      ],
    },
  }
}
