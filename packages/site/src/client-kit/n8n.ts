import { type ClientConfiguration, jsonContent, type UploadTarget } from './client-configuration.ts'

/** A workflow with one HTTP Request node, to be pasted on n8n's canvas. */
export function n8n({ url, authorization, fields }: UploadTarget): ClientConfiguration {
  const node = {
    parameters: {
      method: 'POST',
      url,
      sendHeaders: true,
      headerParameters: { parameters: [{ name: 'Authorization', value: authorization }] },
      sendBody: true,
      contentType: 'multipart-form-data',
      bodyParameters: {
        parameters: [
          { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
          ...Object.entries(fields).map(([name, value]) => ({ parameterType: 'formData', name, value })),
        ],
      },
      options: {},
    },
    id: 'pictoglyph-upload',
    name: 'Upload to Pictoglyph',
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    position: [0, 0],
  }
  return {
    id: 'n8n',
    name: 'n8n',
    fileName: 'pictoglyph-n8n.json',
    format: 'json',
    content: jsonContent({ nodes: [node], connections: {} }),
    steps: {
      en: [
        'Copy this and paste it on the canvas of a workflow.',
        'Connect a node that gives an image as binary data in the field "data"; the link comes out as data.url.',
      ],
      'zh-CN': [
        '复制后直接粘贴到工作流画布上。',
        '连接一个在二进制字段 data 中输出图片的节点；输出中的 data.url 即为链接。',
      ],
    },
  }
}
