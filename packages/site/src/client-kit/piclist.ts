import {
  type ClientConfiguration,
  enteringJson,
  jsonContent,
  type UploadTarget,
} from './client-configuration.ts'

/** PicList's advanced custom uploader. */
export function picList({ url, authorization, fields }: UploadTarget): ClientConfiguration {
  return {
    id: 'piclist',
    name: 'PicList',
    fileName: 'piclist.json',
    format: 'json',
    content: jsonContent({
      endpoint: url,
      method: 'POST',
      formDataKey: 'file',
      headers: JSON.stringify({ Authorization: authorization }),
      body: JSON.stringify(fields),
      resDataPath: 'data.url',
    }),
    steps: {
      en: [
        'In PicList, choose the advanced custom uploader and enter these values in the fields of that name.',
        enteringJson.en,
      ],
      'zh-CN': ['在 PicList 中选择“高级自定义”图床，并将这些值填入同名字段。', enteringJson['zh-CN']],
    },
  }
}
