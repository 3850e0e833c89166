import type { ClientConfiguration, UploadTarget } from './client-configuration.ts'
import { curlCommand } from './shell-command.ts'

/** Uploads from a command line. */
export function curl(target: UploadTarget): ClientConfiguration {
  return {
    id: 'curl',
    name: 'curl',
    fileName: 'upload.sh',
    format: 'shell',
    content: `${curlCommand(target, 'file=@image.png')}\n`,
    steps: {
      en: ['Put your file in place of image.png and run the command.', 'The link is data.url in the answer.'],
      'zh-CN': ['将 image.png 换成您的文件并运行命令。', '返回结果中的 data.url 就是图片链接。'],
    },
  }
}
