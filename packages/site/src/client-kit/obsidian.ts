import { type ClientConfiguration, jsonContent, type UploadTarget } from './client-configuration.ts'

/** The settings of Obsidian's community plugin Image Uploader. */
export function obsidian({ url, authorization, fields }: UploadTarget): ClientConfiguration {
  return {
    id: 'obsidian',
    name: 'Obsidian',
    fileName: 'data.json',
    format: 'json',
    content: jsonContent({
      apiEndpoint: url,
      uploadHeader: JSON.stringify({ Authorization: authorization }),
      uploadBody: JSON.stringify({ file: '$FILE', ...fields }),
      imageUrlPath: 'data.url',
    }),
    steps: {
      en: [
        'Install the community plugin Image Uploader by Creling and switch it on.',
        'Save this as data.json in the folder .obsidian/plugins/obsidian-image-uploader of your vault.',
        'Switch the plugin off and on: from now on an image that you paste is uploaded.',
      ],
      'zh-CN': [
        '安装并启用 Creling 的社区插件 Image Uploader。',
        '保存为库中 .obsidian/plugins/obsidian-image-uploader 文件夹下的 data.json。',
        '关闭该插件再重新启用，此后粘贴的图片会自动上传。',
      ],
    },
  }
}
