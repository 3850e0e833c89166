import type { OpenApiDocument } from './document.ts'

/** Translated sentences of a description, by the English paragraph. */
export type DescriptionTexts = Readonly<Record<string, string>>

const proseNames: ReadonlySet<string> = new Set(['title', 'summary', 'description'])

/**
 * Translates titles, summaries and descriptions, one paragraph at a time. A code at the start of a paragraph (`CODE`:
 * when) stays. A paragraph without a translation stays English.
 */
export function translateDescription(document: OpenApiDocument, texts: DescriptionTexts): OpenApiDocument {
  const translateParagraph = (paragraph: string): string => {
    const [, code, rest] = /^(`[A-Z_]+`): ([\s\S]+)$/.exec(paragraph) ?? []
    if (code !== undefined && rest !== undefined) return `${code}：${texts[rest] ?? rest}`
    return texts[paragraph] ?? paragraph
  }
  return JSON.parse(JSON.stringify(document), (name, value: unknown) =>
    typeof value === 'string' && proseNames.has(name)
      ? value.split('\n\n').map(translateParagraph).join('\n\n')
      : value,
  )
}

/** Chinese texts that the descriptions of all services share: errors, their headers, and the health checks. */
export const sharedChineseTexts: DescriptionTexts = {
  'What programs branch on.': '供程序判断的代码。',
  'A sentence for a person; its words may change.': '供人阅读的一句话，措辞可能改变。',
  'When the next request is accepted, in milliseconds since the Unix epoch.':
    '何时接受下一个请求：Unix 纪元以来的毫秒数。',
  'How to authenticate.': '应使用的身份验证方式。',
  'The methods this path takes.': '此路径接受的方法。',
  'Seconds to wait before the next try.': '重试前应等待的秒数。',
  'Names this request in the log of the service.': '本次请求在服务日志中的编号。',
  'Whether the process answers': '进程是否有响应',
  'It does.': '有响应。',
  'Whether the service can do its work': '服务能否正常工作',
  'It can.': '可以。',
  'It cannot, or is about to stop.': '不能，或即将停止。',
  'How the programs that decode images are kept apart.': '解码图片的程序如何被隔离。',
  'What makes smaller images; with none, images are shown as they are.':
    '由什么生成缩小的图片；没有时直接显示原图。',
  'How the scanner of uploads is kept apart, if there is one.': '上传扫描程序（如有）如何被隔离。',
  'The service is about to stop.': '服务即将停止。',
}
