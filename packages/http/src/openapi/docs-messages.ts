import type { Language } from '../language.ts'

/** What the page of a description says around the description, whose own sentences are English. */
export interface DocsMessages {
  contents: string
  version: string
  errors: string
  parameters: string
  requestBody: string
  responses: string
  headers: string
  example: string
  field: string
  type: string
  meaning: string
  required: string
  code: string
  status: string
  when: string
  licence: string
  copy: string
  copied: string
  copyFailed: string
  /** Where the sentences are of another language than the page. */
  note: string | undefined
}

export const docsMessages: Readonly<Record<Language, DocsMessages>> = {
  en: {
    contents: 'Contents',
    version: 'Version',
    errors: 'Error codes',
    parameters: 'Parameters',
    requestBody: 'Request body',
    responses: 'Responses',
    headers: 'Headers',
    example: 'Example',
    field: 'Field',
    type: 'Type',
    meaning: 'Meaning',
    required: 'required',
    code: 'Code',
    status: 'Status',
    when: 'When',
    licence: 'Licence',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Not copied',
    note: undefined,
  },
  'zh-CN': {
    contents: '目录',
    version: '版本',
    errors: '错误代码',
    parameters: '参数',
    requestBody: '请求正文',
    responses: '响应',
    headers: '标头',
    example: '示例',
    field: '字段',
    type: '类型',
    meaning: '含义',
    required: '必填',
    code: '代码',
    status: '状态',
    when: '何时出现',
    licence: '许可证',
    copy: '复制',
    copied: '已复制',
    copyFailed: '未能复制',
    note: '各项说明取自接口描述，原文为英文。',
  },
}
