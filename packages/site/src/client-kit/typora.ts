import type { ClientConfiguration, UploadTarget } from './client-configuration.ts'
import { curlCommand, linkFunction } from './shell-command.ts'

/** A script for Typora's "Custom Command", which passes paths and expects one link for each, in order. */
export function typora(target: UploadTarget): ClientConfiguration {
  const upload = curlCommand(target, "'file=@-;filename=image'")
  return {
    id: 'typora',
    name: 'Typora',
    fileName: 'pictoglyph-typora.sh',
    format: 'shell',
    content: `#!/bin/sh
# Uploads every file that is named and prints its link.
${linkFunction}

for file in "$@"; do
  answer=$(${upload} <"$file") || {
    printf '%s\\n' "$answer" >&2
    exit 1
  }
  link_in "$answer"
done
`,
    steps: {
      en: [
        'Save this as pictoglyph-typora.sh.',
        'In Typora, under Preferences, Image, Image Uploader, choose Custom Command and enter: sh "/path/to/pictoglyph-typora.sh".',
        'Press Test Uploader.',
      ],
      'zh-CN': [
        '保存为 pictoglyph-typora.sh。',
        '在 Typora 的“偏好设置 → 图像 → 上传服务”中选择 Custom Command，命令填 sh "/路径/pictoglyph-typora.sh"。',
        '点击“验证图片上传选项”。',
      ],
    },
  }
}
