import type { DescriptionTexts } from '@pictoglyph/web/openapi/description-texts'

/** The Chinese texts of the text service's API description. */
export const textChineseTexts: DescriptionTexts = {
  'Pictoglyph text encoding service': 'Pictoglyph 文本编码服务',
  'Text to four-symbol ciphers and back.': '把文字编成由四个符号组成的密文，再还原回来。',
  'Encodes text into a cipher made of the four symbols of a character set, and decodes such ciphers, finding out set and algorithm by itself.':
    '把文字编成由某个字符集的四个符号组成的密文，也能解码这样的密文，并自动识别字符集和算法。',
  'The service is public: there is nothing to sign in to, and pages of any origin may call it. Every answer is `{ ok, data }` or `{ ok, error }`, and programs branch on `error.code`. A refusal for a limit has `data.resetAt` besides.':
    '服务公开使用，无需登录，任何来源的网页都可以调用。每个响应都是 `{ ok, data }` 或 `{ ok, error }`，程序应根据 `error.code` 判断。因限制而拒绝时，另有 `data.resetAt`。',
  'Clients are told apart by address, those of IPv6 by their /64. A request is held to the blacklist, then, while its mode is on, to the whitelist, then to the rate limit, which counts `encrypt`, `decrypt` and `options` together over any 60 seconds; only then is its body read. Preflights are answered for everyone and not counted, and the lists do not apply to the pages and the health checks.':
    '客户端按地址区分，IPv6 按 /64 前缀区分。请求依次经过黑名单、白名单（开启白名单模式时）和频率限制，之后才读取正文。频率限制把任意 60 秒内的 `encrypt`、`decrypt` 和 `options` 合并计数。预检请求对所有客户端都作出响应，且不计数；名单对页面和健康检查不起作用。',
  'A body may begin with a byte order mark. Of a name that stands in it twice, the last counts. Beyond 65,536 bytes, a body may consist of strings and little else.':
    '正文可以带有字节顺序标记。同一名称出现两次时，以最后一次为准。超过 65,536 字节的正文，除字符串外几乎不能有其他内容。',

  'Encode a text': '编码文字',
  'Makes a cipher of a text, in the symbols of a character set and by an algorithm preset.':
    '按指定的字符集和算法预设，把文字编成密文。',
  'Presets of the keyed types but `AESGCM` obfuscate; only `AESGCM` is encryption.':
    '使用密钥的类型中，只有 `AESGCM` 是加密，其余都只是混淆。',
  'Other fields are ignored.': '其他字段会被忽略。',
  'The plain text. Its length counts UTF-16 code units. Lone surrogates are kept.':
    '明文。长度按 UTF-16 码元计算。单独的代理码元会保留。',
  'The id of an enabled character set, as `options` lists them.': '已启用字符集的 ID，见 `options`。',
  'The id of an enabled preset, as `options` lists them.': '已启用预设的 ID，见 `options`。',
  'The key for a preset that needs one, taken as it is: not trimmed, and normalised to NFC. An empty key or `null` is none. ❤ with U+FE0F and without are different keys. Presets of type `RAW` ignore it.':
    '预设所需的密钥，原样使用：不去除首尾空白，仅规范化为 NFC。空密钥或 `null` 等于没有密钥。带与不带 U+FE0F 的 ❤ 是不同的密钥。`RAW` 类型的预设忽略此字段。',
  'with a key': '使用密钥',
  'The cipher.': '密文。',
  'Pages of any origin may read the answer.': '任何来源的网页都可以读取响应。',
  "The client's limit: `q` requests in any `w` seconds. Absent where the site sets none.":
    '客户端的限额：任意 `w` 秒内 `q` 个请求。本站未设限额时不出现。',
  'How many requests remain (`r`), and in how many seconds there is one more (`t`). Absent where `RateLimit-Policy` is.':
    '剩余的请求数（`r`），以及多少秒后增加一个（`t`）。没有 `RateLimit-Policy` 时也不出现。',
  'The type of the algorithm used.': '所用算法的类型。',
  'The name of the preset used.': '所用预设的名称。',
  'The name of the character set.': '字符集的名称。',
  'What the work took, in milliseconds.': '处理耗时，以毫秒计。',

  'Decode a cipher': '解码密文',
  'Finds out the character set and the algorithm of a cipher and answers its text. All enabled character sets are recognised, and all types, whichever presets are enabled.':
    '识别密文的字符集和算法，返回其明文。能识别所有已启用的字符集和所有类型，与启用了哪些预设无关。',
  'Where the cipher needs a key and none came with it, the answer says so in `data.needKey`; send the request again with `key`.':
    '若密文需要密钥而请求中没有，响应会以 `data.needKey` 说明；请带上 `key` 重新发送。',
  'The cipher. Its length counts code points. White space, line breaks and invisible characters in it are passed over.':
    '密文。长度按码点计算。其中的空白、换行和不可见字符会被忽略。',
  'The key, where the cipher needs one. An empty key or `null` is none. ❤ with U+FE0F and without are different keys. Ciphers of type `RAW` ignore it.':
    '密文所需的密钥。空密钥或 `null` 等于没有密钥。带与不带 U+FE0F 的 ❤ 是不同的密钥。`RAW` 类型的密文忽略此字段。',
  'The text, or word that a key is needed.': '明文，或需要密钥的提示。',
  'The text': '明文',
  'the text': '明文',
  'The plain text. A lone surrogate stands in it as its JSON escape.':
    '明文。单独的代理码元以 JSON 转义形式出现。',
  'The cipher is classic, which has no check, and the text is not like one: a chat may have changed the cipher. Where it is absent, the text may still be another.':
    '密文为经典编码，没有校验，而解出的内容不像文字：聊天软件可能改动了密文。不出现时，内容仍可能有误。',
  'Absent: this is the text.': '不出现：这就是明文。',
  'The type of the algorithm found.': '识别出的算法类型。',
  'A key is needed': '需要密钥',
  'a key is needed': '需要密钥',
  'Says that this is not the text: send the request again with a key.':
    '表示这不是明文，请带上密钥重新发送请求。',
  'A sentence that names the algorithm.': '指明算法的一句话。',

  'List character sets and presets': '列出字符集和预设',
  'The enabled character sets and algorithm presets, for a client to choose from.':
    '已启用的字符集和算法预设，供客户端选择。',
  'Both lists.': '两份列表。',
  'The enabled character sets, in order.': '已启用的字符集，按顺序排列。',
  'What `encrypt` takes as `charsetId`.': '`encrypt` 中 `charsetId` 的取值。',
  'What people call it.': '供人阅读的名称。',
  'The symbol that stands for 0.': '代表 0 的符号。',
  'The symbol that stands for 1.': '代表 1 的符号。',
  'The symbol that stands for 2.': '代表 2 的符号。',
  'The symbol that stands for 3.': '代表 3 的符号。',
  'True for one of them.': '其中一个为 `true`。',
  'The enabled presets, in order.': '已启用的预设，按顺序排列。',
  'What `encrypt` takes as `algorithmId`.': '`encrypt` 中 `algorithmId` 的取值。',
  'The type of its algorithm.': '其算法的类型。',
  'Whether it uses a key: all types but `RAW` do.': '是否使用密钥：除 `RAW` 外的类型都使用。',

  "The client's address is on the blacklist; or it can't be told, and whitelist mode is off. A blocked address stays out even if it is on the whitelist.":
    '客户端地址在黑名单中；或者无法确定其地址，且未开启白名单模式。被封禁的地址即使在白名单中也不放行。',
  "Whitelist mode is on, and the client's address is not on the whitelist or can't be told.":
    '白名单模式已开启，而客户端地址不在白名单中或无法确定。',
  'The body is larger than 2,500,000 bytes, not declared as `application/json`, compressed, not valid UTF-8, not JSON, not an object, or does not arrive in time: one of more than 65,536 bytes has a minute, and at most 15 seconds between its parts.':
    '正文超过 2,500,000 字节，未声明为 `application/json`，经过压缩，不是有效的 UTF-8，不是 JSON，不是对象，或未及时到达：超过 65,536 字节的正文须在一分钟内收完，且各部分间隔不超过 15 秒。',
  'A field is missing, of another type, or too long.': '字段缺失、类型不对或过长。',
  'The character set or the preset does not exist or is disabled.': '字符集或预设不存在或已停用。',
  'The preset needs a key, and none or an empty one was sent.': '预设需要密钥，而请求中没有密钥或密钥为空。',
  'The client has used up its requests. Its first request at `data.resetAt` or later is accepted.':
    '客户端的请求数已用完。到 `data.resetAt` 时或之后的第一个请求会被接受。',
  'Too many key derivations (type `AESGCM`) or long texts or ciphers are waiting, or this one has waited for 10 seconds. At `data.resetAt` a place is expected to be free.':
    '等待中的密钥派生（`AESGCM` 类型）、长文本或长密文过多，或本请求已等待 10 秒。预计到 `data.resetAt` 时会有空位。',
  'Too much of other bodies is arriving at the moment; those of up to 65,536 bytes are never refused for that. Coming back at `data.resetAt`, the client finds room.':
    '目前正在接收的其他正文过多；不超过 65,536 字节的正文不会因此被拒绝。客户端在 `data.resetAt` 时重试即可。',
  'The cipher is not recognized: its character set is not enabled, it is damaged, there are two, or it has no wrapper and no plausible text. Or the key is wrong, which nothing tells apart from damage. The message says why.':
    '无法识别密文：其字符集未启用，密文已损坏，有两段密文，或没有外壳且解出的内容不像文字。也可能是密钥不正确，这与损坏无法区分。`message` 会说明原因。',
}
