import type { FailureText } from './failure-text.ts'

const fields: Record<string, string> = {
  'The name': '名称',
  'The title': '标题',
  'The description': '描述',
  'The note': '备注',
}
const fieldName = (english = '') => fields[english] ?? english

const sendings: Record<string, string> = { upload: '上传', form: '表单提交' }

/** What the site says in English about an input, and how it reads in Chinese. */
const reasons: [RegExp, (...parts: string[]) => string][] = [
  [/^(The \w+) is empty\.$/, (name) => `${fieldName(name)}不能为空。`],
  [
    /^(The \w+) is longer than (\d+) characters\.$/,
    (name, most) => `${fieldName(name)}不能超过 ${most} 个字符。`,
  ],
  [/^(The \w+) holds a NUL character\.$/, (name) => `${fieldName(name)}含有空字符。`],
  [
    /^(The \w+) holds a line break, a control character/,
    (name) => `${fieldName(name)}含有换行、控制字符或改变文字方向的字符。`,
  ],
  [/^(The \w+) is not valid Unicode\.$/, (name) => `${fieldName(name)}不是有效的 Unicode 文本。`],
  [/^A password has at least (\d+) characters\.$/, (least) => `密码至少需要 ${least} 个字符。`],
  [/^A password has at most ([\d,]+) bytes\.$/, (most) => `密码不能超过 ${most} 字节。`],
  [/^The current password is wrong\.$/, () => '当前密码不正确。'],
  [/^The two new passwords differ\.$/, () => '两次输入的新密码不一致。'],
  [/^A quota is a whole number of bytes\.$/, () => '配额必须是不小于零的数字。'],
  [/^The expiry lies in the past\.$/, () => '到期时间已过。'],
  [/^The expiry lies after the year 9999\.$/, () => '到期时间不能晚于 9999 年。'],
  [/^The expiry is not a number( of days)?\.$/, () => '有效期不是数字。'],
  [
    /^This is the last administrator\. Make another one first\.$/,
    () => '这是最后一名管理员，请先指定另一名。',
  ],
  [/^You cannot disable your own account\./, () => '不能停用自己的账户，其他管理员可以。'],
  [/^You cannot demote your own account\./, () => '不能将自己降为成员，其他管理员可以。'],
  [/^A user named "(.*)" exists already\.$/, (name) => `已有名为“${name}”的用户。`],
  [/^A category named "(.*)" exists already\.$/, (name) => `已有名为“${name}”的分类。`],
  [/^An album named "(.*)" exists already\.$/, (name) => `已有名为“${name}”的相册。`],
  [/^A character set "(.*)" exists already\.$/, (id) => `已有标识为“${id}”的字符集。`],
  [/^A preset "(.*)" exists already\.$/, (id) => `已有标识为“${id}”的预设。`],
  [
    /^The character set "(.*)" \((.*)\) is enabled and has the same four symbols/,
    (id) => `已启用的字符集“${id}”使用了同样的四个符号，请先停用它。`,
  ],
  [
    /^An id has 1 to 40 characters/,
    () => '标识由 1 至 40 个小写字母、数字、“_”或“-”组成，并以字母或数字开头。',
  ],
  [
    /^"(.*)" is the default (character set|preset)\. Make another one/,
    (name) => `“${name}”是默认项，请先将另一项设为默认再停用。`,
  ],
  [/^A character set has exactly 4 symbols/, () => '字符集必须正好有四个符号。'],
  [/^The symbols .* are not four different ones/, () => '四个符号必须互不相同。'],
  [/^(U\+\w+) is white space, invisible/, (symbol) => `${symbol} 是空白、不可见或组合字符，不能使用。`],
  [/^"(.*)" is neither an IP address/, (text) => `“${text}”不是 IP 地址，也不是 CIDR 网段。`],
  [
    /^"(.*)" has bits set after its prefix; the network of that address is (.*)$/,
    (text, network) => `“${text}”的前缀之后还有置位；是否想写 ${network}？`,
  ],
  [/^"(.*)" needs a prefix length of 0 to (\d+)/, (text, most) => `“${text}”的前缀长度应为 0 至 ${most}。`],
  [/^"(.*)" has a zone/, (text) => `“${text}”带有区域标识，网段不能有。`],
  [/^At most (\d+) lines are read at once\.$/, (most) => `一次最多读取 ${most} 行。`],
  [/^No image is selected\.$/, () => '没有选中任何图片。'],
  [/^At most (\d+) images change at once\.$/, (most) => `一次最多处理 ${most} 张图片。`],
  [/^([\w.]+): must be a number$/, (key) => `${key}：必须是数字。`],
  [
    /^([\w.]+): must be a whole number from (\d+) to (\d+)$/,
    (key, least, most) => `${key}：必须是 ${least} 至 ${most} 的整数。`,
  ],
  [/^([\w.]+): must be of ([\w, ]+)$/, (key, types) => `${key}：只能从 ${types} 中选择。`],
  [
    /^([\w.]+): must be ([\w, ]+) or (\w+)$/,
    (key, words = '', last) => `${key}：必须是 ${words.split(', ').join('、')} 或 ${last}。`,
  ],
  [/^The list of allowed networks is empty/, () => '白名单为空：任何人都将无法使用文本服务。'],
  [/^Your own address is not on the list/, () => '您自己的地址不在白名单中：您会把自己挡在外面。'],
  [/^it is cut short\.$/, () => '文件不完整。'],
  [
    /^it is (\d+) × (\d+) pixels; a side may have (\d+)\.$/,
    (width, height, most) => `图片为 ${width} × ${height} 像素；每边最多 ${most} 像素。`,
  ],
  [
    /^it is (\d+) × (\d+) pixels; ([\d.]+) pixels are allowed\.$/,
    (width, height, most) => `图片为 ${width} × ${height} 像素；最多 ${most} 像素。`,
  ],
  [/^it has (\d+) frames; (\d+) are allowed\.$/, (frames, most) => `图片有 ${frames} 帧；最多 ${most} 帧。`],
  [/^The (upload|form) stalled\.$/, (what) => `${sendings[what]}中断：长时间没有收到数据。`],
  [/^The (upload|form) took too long\.$/, (what) => `${sendings[what]}用时过长。`],
  [/^The (upload|form) broke off\.$/, (what) => `${sendings[what]}中断。`],
  [/^A form has at most (\d+) bytes\.$/, (most) => `表单不能超过 ${most} 字节。`],
  [/^This form is no longer valid\./, () => '此表单已失效。请返回并刷新页面后重新提交。'],
]

/**
 * A reason of the site's in Chinese, or, where there is none for it, as it is.
 * @param otherwise what then stands before it
 */
export function reasonText(reason: string, otherwise: string): FailureText {
  for (const [pattern, translate] of reasons) {
    const match = pattern.exec(reason)
    if (match !== null) return { sentence: translate(...match.slice(1)) }
  }
  return { sentence: otherwise, detail: reason }
}
