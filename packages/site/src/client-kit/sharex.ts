import { type ClientConfiguration, jsonContent, type UploadTarget } from './client-configuration.ts'

/** A custom uploader (https://getsharex.com/docs/custom-uploader). */
export function shareX({ url, authorization, fields }: UploadTarget): ClientConfiguration {
  const values = Object.entries(fields).map(([name, value]) => [name, literal(value)])
  return {
    id: 'sharex',
    name: 'ShareX',
    fileName: 'Pictoglyph.sxcu',
    format: 'json',
    content: jsonContent({
      Version: '15.0.0',
      Name: 'Pictoglyph',
      DestinationType: 'ImageUploader, FileUploader',
      RequestMethod: 'POST',
      RequestURL: literal(url),
      Headers: { Authorization: literal(authorization) },
      Body: 'MultipartFormData',
      Arguments: { ...Object.fromEntries(values), title: '{filename}' },
      FileFormName: 'file',
      URL: '{json:data.url}',
      ErrorMessage: '{json:error.message}',
    }),
    steps: {
      en: [
        'Save this as Pictoglyph.sxcu and open it; ShareX asks whether to use it.',
        'Capture or drop an image: its link is in the clipboard.',
      ],
      'zh-CN': [
        '保存为 Pictoglyph.sxcu 并双击打开，ShareX 会询问是否使用。',
        '截图或拖入图片后，链接会自动复制到剪贴板。',
      ],
    },
  }
}

/** Escapes ShareX's special characters with backslashes. */
function literal(text: string): string {
  return text.replace(/[{}|%\\]/g, '\\$&')
}
