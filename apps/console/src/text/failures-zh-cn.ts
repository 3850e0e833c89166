import type { FailureText, FailureTexts } from './failure-text.ts'

const sentence = (sentence: string) => () => ({ sentence })
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

const fields: Record<string, string> = {
  'The name': '名称',
  'The title': '标题',
  'The description': '描述',
  'The note': '备注',
}
const fieldName = (english = '') => fields[english] ?? english

/** What the site says in English about an input, and how it reads in Chinese. */
const reasons: [RegExp, (...parts: string[]) => string][] = [
  [/^(The \w+) is empty\.$/, (name) => `${fieldName(name)}不能为空。`],
  [
    /^(The \w+) is longer than (\d+) characters\.$/,
    (name, most) => `${fieldName(name)}不能超过 ${most} 个字符。`,
  ],
  [/^(The \w+) holds a NUL character\.$/, (name) => `${fieldName(name)}含有空字符。`],
  [/^The name holds a line break/, () => '名称含有换行、控制字符或改变文字方向的字符。'],
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
  [/^A user named "(.*)" exists already\.$/, (name) => `已有名为“${name}”的用户。`],
  [/^A category named "(.*)" exists already\.$/, (name) => `已有名为“${name}”的分类。`],
  [/^An album named "(.*)" exists already\.$/, (name) => `已有名为“${name}”的相册。`],
  [/^A character set "(.*)" exists already\.$/, (id) => `已有标识为“${id}”的字符集。`],
  [/^A preset "(.*)" exists already\.$/, (id) => `已有标识为“${id}”的预设。`],
  [
    /^The character set "(.*)" \((.*)\) has the same four symbols/,
    (id) => `字符集“${id}”使用了同样的四个符号。`,
  ],
  [
    /^An id has 1 to 40 characters/,
    () => '标识由 1 至 40 个小写字母、数字、“_”或“-”组成，并以字母或数字开头。',
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
  [/^([\w.]+): must be a (whole )?number$/, (key) => `${key}：必须是数字。`],
  [/^([\w.]+): Too (small|big)/, (key) => `${key}：数值超出允许范围。`],
  [/^The list of allowed networks is empty/, () => '白名单为空：任何人都将无法使用文本服务。'],
  [/^Your own address is not on the list/, () => '您自己的地址不在白名单中：您会把自己挡在外面。'],
  [/^it is cut short\.$/, () => '文件不完整。'],
]

function reasonText(reason: string): FailureText {
  for (const [pattern, translate] of reasons) {
    const match = pattern.exec(reason)
    if (match !== null) return { sentence: translate(...match.slice(1)) }
  }
  return { sentence: '输入无法接受：', detail: reason }
}

export const simplifiedChineseFailures: FailureTexts = {
  UNAUTHORIZED: sentence('该密钥已吊销或已过期。'),
  FORBIDDEN: ({ permission }) => ({ sentence: `该密钥没有 ${permission} 权限。` }),
  KEY_BOUND: ({ reason }) => ({ sentence: '该密钥不允许这样做：', detail: reason }),
  FILE_MISSING: sentence('请先选择文件。'),
  CATEGORY_MISSING: sentence('请选择分类。'),
  CATEGORY_UNAVAILABLE: ({ categoryId }) => ({ sentence: `分类“${categoryId}”不存在或已停用。` }),
  ALBUM_NOT_ALLOWED: ({ albumId }) => ({ sentence: `相册“${albumId}”不存在或属于他人。` }),
  TYPE_NOT_ALLOWED: ({ found, allowed }) => ({
    sentence: `文件类型为 ${found}。允许的类型：${allowed.join('、')}。`,
  }),
  TOO_LARGE: ({ limitBytes }) => ({ sentence: `文件过大：最多 ${megabytes(limitBytes)}。` }),
  INVALID_IMAGE: ({ reason }) => {
    const told = reasonText(reason)
    return told.detail === undefined ? told : { sentence: '图片无法接受：', detail: reason }
  },
  QUOTA_EXCEEDED: ({ quotaBytes }) => ({ sentence: `将超出您的配额 ${megabytes(quotaBytes)}。` }),
  IDEMPOTENCY_MISMATCH: sentence('此 Idempotency-Key 已用于另一次上传。'),
  BAD_REQUEST: ({ reason }) => reasonText(reason),
  CONFLICT: ({ reason }) => reasonText(reason),
  NOT_FOUND: sentence('没有找到，它可能已被删除。'),
  METHOD_NOT_ALLOWED: sentence('此地址不接受这种请求。'),
  RATE_LIMITED: sentence('尝试次数过多，请一分钟后再试。'),
  IP_BLACKLISTED: sentence('您的地址已被封禁。'),
  IP_NOT_WHITELISTED: sentence('您的地址不在白名单中。'),
  DECODE_FAIL: sentence('无法识别该密文。'),
  BLOB_MISSING: sentence('存储中缺少该文件。'),
  STORAGE_FAILED: sentence('本站的存储目前无法使用，请稍后再试。'),
  OVERLOADED: ({ retryAfterSeconds }) => ({ sentence: `服务繁忙，请在 ${retryAfterSeconds} 秒后重试。` }),
  INTERNAL: sentence('服务器出了问题。'),
}
