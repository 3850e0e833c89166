import { inLanguages } from '../texts.ts'

type Bounds = (min: number | undefined, max: number | undefined) => string

/** The words for a lower and an upper bound, in a unit. */
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

export const docsMessages = inLanguages({
  contents: ['Contents', '目录'],
  version: ['Version', '版本'],
  errors: ['Error codes', '错误代码'],
  parameters: ['Parameters', '参数'],
  requestBody: ['Request body', '请求正文'],
  responses: ['Responses', '响应'],
  headers: ['Headers', '标头'],
  example: ['Example', '示例'],
  field: ['Field', '字段'],
  type: ['Type', '类型'],
  meaning: ['Meaning', '含义'],
  required: ['required', '必填'],
  code: ['Code', '代码'],
  status: ['Status', '状态'],
  when: ['When', '何时出现'],
  licence: ['Licence', '许可证'],
  copy: ['Copy', '复制'],
  copied: ['Copied', '已复制'],
  copyFailed: ['Not copied', '未能复制'],
  /** A type that is a file. */
  file: ['file', '文件'],
  arrayOf: [(type: string) => `array of ${type}s`, (type: string) => `${type} 数组`],
  /** Between the possible types of a value. */
  or: [' or ', ' 或 '],
  listSeparator: [', ', '，'],
  codeSeparator: [', ', '、'],
  /** Between a word and its explanation. */
  colon: [': ', '：'],
  /** The location of a parameter. */
  in: {
    path: ['path', '路径'],
    query: ['query', '查询参数'],
    header: ['header', '标头'],
    cookie: ['cookie', 'Cookie'],
  },
  rules: {
    is: [(value: string) => `is ${value}`, (value: string) => `固定为 ${value}`],
    oneOf: [
      (values: readonly string[]) => `one of ${values.join(', ')}`,
      (values: readonly string[]) => `可选值：${values.join('、')}`,
    ],
    /** Bounds; at least one is given. */
    length: [englishBounds(' characters'), chineseBounds(' 个字符')],
    items: [englishBounds(' items'), chineseBounds(' 项')],
    value: [englishBounds(''), chineseBounds('')],
    matches: [(pattern: string) => `matches ${pattern}`, (pattern: string) => `须匹配 ${pattern}`],
    ifAbsent: [(value: string) => `${value} if absent`, (value: string) => `缺省时为 ${value}`],
    separator: ['; ', '；'],
  },
})

/** The texts of the page around the description, in one language. */
export type DocsMessages = (typeof docsMessages)['en']

/** Words for a value's restrictions. Values come as code, between backquotes. */
export type RuleMessages = DocsMessages['rules']
