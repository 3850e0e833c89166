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
        'Install the community plugin Image Uploader.',
        'Enter these values in its settings: Api Endpoint, Upload Header, Upload Body, Image Url Path.',
      ],
      'zh-CN': [
        '安装社区插件 Image Uploader。',
        '在插件设置中依次填入：Api Endpoint、Upload Header、Upload Body、Image Url Path。',
      ],
    },
  }
}
