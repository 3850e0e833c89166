import { type ClientConfiguration, jsonContent, type UploadTarget } from './client-configuration.ts'

/** uPic's custom host. */
export function uPic({ url, authorization, fields }: UploadTarget): ClientConfiguration {
  return {
    id: 'upic',
    name: 'uPic',
    fileName: 'upic.json',
    format: 'json',
    content: jsonContent({
      url,
      method: 'POST',
      field: 'file',
      resultPath: JSON.stringify(['data', 'url']),
      headers: [{ key: 'Authorization', value: authorization }],
      bodys: Object.entries(fields).map(([key, value]) => ({ key, value })),
    }),
    steps: {
      en: [
        'In uPic, add a custom host: "url" is the API URL, "field" the file field, "resultPath" the URL path.',
        'Enter the headers, and the bodys as other fields.',
      ],
      'zh-CN': [
        '在 uPic 中添加“自定义”图床：url 为 API 地址，field 为文件字段名，resultPath 为 URL 路径。',
        '将 headers 填入请求头，bodys 填入扩展字段。',
      ],
    },
  }
}
