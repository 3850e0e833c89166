import type { Language } from '../language.ts'
import type { Parameter } from './document.ts'

/** What the page of a description says around the description. */
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
  /** A type that is a file. */
  file: string
  arrayOf: (type: string) => string
  /** Between the types that a value may have. */
  or: string
  listSeparator: string
  codeSeparator: string
  /** Between a word and what it announces. */
  colon: string
  /** Where a parameter stands. */
  in: Readonly<Record<Parameter['in'], string>>
  rules: RuleMessages
}

/** What a value is held to. Values come as code, between backquotes. */
export interface RuleMessages {
  is: (value: string) => string
  oneOf: (values: readonly string[]) => string
  /** Bounds, of which one at least is given. */
  length: Bounds
  items: Bounds
  value: Bounds
  matches: (pattern: string) => string
  ifAbsent: (value: string) => string
  separator: string
}

type Bounds = (min: number | undefined, max: number | undefined) => string

/** Says what lies between two bounds, in a unit. */
const englishBounds =
  (unit: string): Bounds =>
  (min, max) => {
    const span =
      max === undefined ? `at least ${min}` : min === undefined ? `at most ${max}` : `${min} to ${max}`
    return span + unit
  }

const chineseBounds =
  (unit: string): Bounds =>
  (min, max) => {
    const span = max === undefined ? `至少 ${min}` : min === undefined ? `最多 ${max}` : `${min} 至 ${max}`
    return span + unit
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
    file: 'file',
    arrayOf: (type) => `array of ${type}s`,
    or: ' or ',
    listSeparator: ', ',
    codeSeparator: ', ',
    colon: ': ',
    in: { path: 'path', query: 'query', header: 'header', cookie: 'cookie' },
    rules: {
      is: (value) => `is ${value}`,
      oneOf: (values) => `one of ${values.join(', ')}`,
      length: englishBounds(' characters'),
      items: englishBounds(' items'),
      value: englishBounds(''),
      matches: (pattern) => `matches ${pattern}`,
      ifAbsent: (value) => `${value} if absent`,
      separator: '; ',
    },
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
    file: '文件',
    arrayOf: (type) => `${type} 数组`,
    or: ' 或 ',
    listSeparator: '，',
    codeSeparator: '、',
    colon: '：',
    in: { path: '路径', query: '查询参数', header: '标头', cookie: 'Cookie' },
    rules: {
      is: (value) => `固定为 ${value}`,
      oneOf: (values) => `可选值：${values.join('、')}`,
      length: chineseBounds(' 个字符'),
      items: chineseBounds(' 项'),
      value: chineseBounds(''),
      matches: (pattern) => `须匹配 ${pattern}`,
      ifAbsent: (value) => `缺省时为 ${value}`,
      separator: '；',
    },
  },
}
