import { inEnglish, inWords, type Message, type PlaceOf, templatesOf } from './message.ts'

/**
 * The text of a failure for a reader. `detail` stays in English if it has no translation. It is appended without a
 * space.
 */
export interface FailureText {
  message: string
  detail?: string
}

/**
 * Chinese translations by English template: refusals of input, and names of things that were not found. A message
 * within another one, such as the name of a field, has its own entry.
 */
export const chineseReasons: Readonly<Record<string, string>> = withSamePlaces({
  '{field} is empty.': '{field}不能为空。',
  '{field} is longer than {most} characters.': '{field}不能超过 {most} 个字符。',
  '{field} holds a NUL character.': '{field}含有空字符。',
  '{field} is not valid Unicode.': '{field}不是有效的 Unicode 文本。',
  'The name': '名称',
  'The title': '标题',
  'The description': '描述',
  'The note': '备注',
  'The reason': '原因',
  'A SHA-256 is 64 hexadecimal digits.': 'SHA-256 是 64 位十六进制数字。',
  'The blocked hash "{hash}"': '封禁的哈希“{hash}”',
  'The report': '举报',
  'The invitation': '邀请',
  'An invitation is good for 1 to {most} days.': '邀请的有效期为 1 至 {most} 天。',
  'The user is disabled. Enable the account first.': '该用户已停用，请先启用账户。',
  'Passwords are switched off here, so that an invitation would lead nowhere.':
    '此处已停用密码，邀请无法使用。',
  'You cannot delete your own account. Another administrator can.':
    '不能删除自己的账户，请由其他管理员操作。',
  'Choose what is wrong with the image.': '请选择图片有什么问题。',
  'Many reports wait for the operators already. Try again tomorrow.': '等待处理的举报已经很多，请明天再试。',
  'The operators have enough reports of this image, and will look at it.':
    '关于这张图片的举报已经足够，管理员会处理。',
  '{most} of your reports wait for the operators already. Try again tomorrow.':
    '您已有 {most} 条举报等待处理，请明天再试。',
  'Looking that up took longer than {seconds} seconds and was stopped. Ask for less: a longer word, or an album, a category or a shorter time.':
    '查询超过 {seconds} 秒，已中止。请缩小范围：使用更长的词，或选定相册、分类或更短的时间。',
  'An account has at most {max} albums. Delete one first.': '每个账户最多 {max} 个相册，请先删除一个。',
  'An account has at most {max} keys that work. Revoke one first.':
    '每个账户最多 {max} 个有效密钥，请先吊销一个。',
  'This key is revoked for good.': '此密钥已被吊销，无法恢复。',
  'A key gets wider only after a fresh proof of who you are.': '放宽密钥前，请先确认您的身份。',
  'A site has at most {max} categories.': '全站最多 {max} 个分类。',
  'A text contains a NUL character, which can not be stored.': '文本含有空字符，无法保存。',
  'The name holds a character that no one sees. Type it anew.': '名称中含有看不见的字符，请重新输入。',
  'The name mixes scripts whose letters look alike, or that no one writes together.':
    '名称混用了字形相近或不会一起书写的文字。',
  'The name holds "{character}" (U+{code}). Write "{plain}" instead.':
    '名称含有“{character}”（U+{code}），请改写为“{plain}”。',
  'The provider does not say who this is.': '身份提供方没有说明这是谁。',
  'A request names one host. This one names several.': '一个请求只能指明一个主机，此请求指明了多个。',
  'The name holds a line break, a control character or one that turns the direction of text.':
    '名称含有换行、控制字符或改变文字方向的字符。',

  'The file is a HEIC photograph, which most browsers do not show. On an iPhone: Settings, Camera, Formats, Most Compatible.':
    '文件是 HEIC 照片，多数浏览器无法显示。iPhone 用户请在“设置”→“相机”→“格式”中选择“兼容性最佳”。',
  'The file is the raw photograph of a camera. Export it as JPEG.': '文件是相机的 RAW 照片，请导出为 JPEG。',
  'The file is a TGA image.': '文件是 TGA 图片。',
  'The file is a sound recording.': '文件是音频。',
  'The file is compressed with gzip, as .svgz files are. Decompress it first.':
    '文件是用 gzip 压缩的（如 .svgz），请先解压。',
  'The file is a RAR archive.': '文件是 RAR 压缩包。',
  'The file is a 7z archive.': '文件是 7z 压缩包。',
  'The file holds what macOS keeps beside a file, and no picture. Send the file whose name lacks the "._" at the front.':
    '这是 macOS 的附属文件，不含图片。请发送文件名开头没有“._”的那个文件。',
  'The file is a picture that a program has read as text, which destroys it. Read and send it as bytes.':
    '文件是被程序当作文本读取而损坏的图片，请按字节读取并发送。',
  'The file is a picture with a byte order mark or blank space before it, most often from a script. Send only its bytes.':
    '图片前面多了字节顺序标记或空白，多半来自脚本。请只发送图片的字节。',
  'The file is a picture in base64, as data URLs have it. Send the bytes, not their base64.':
    '文件是 base64 形式的图片（如 data URL），请发送原始字节，而不是 base64。',
  'The file is a Git LFS pointer, not the picture. Run "git lfs pull" first.':
    '文件是 Git LFS 指针，不是图片。请先运行“git lfs pull”。',
  'The file is the error message of an object store such as S3, most often saved by a script. Open it to see why.':
    '文件是对象存储（如 S3）的错误信息，多半由脚本误存。请打开查看原因。',
  'The file is a TIFF image.': '文件是 TIFF 图片。',
  'The file is a BMP image.': '文件是 BMP 图片。',
  'The file is a JPEG XL image.': '文件是 JPEG XL 图片。',
  'The file is a JPEG 2000 image.': '文件是 JPEG 2000 图片。',
  'The file is an icon (ICO).': '文件是图标（ICO）。',
  'The file is a Photoshop document.': '文件是 Photoshop 文档。',
  'The file is a PDF document.': '文件是 PDF 文档。',
  'The file is a video.': '文件是视频。',
  'The file is a ZIP archive.': '文件是 ZIP 压缩包。',
  'The file is an SVG that declares entities (<!ENTITY>), which are not read. Save it as plain SVG; Illustrator does so without "Preserve Illustrator Editing Capabilities".':
    '文件是声明了实体（<!ENTITY>）的 SVG，无法读取实体。请另存为普通 SVG；在 Illustrator 中取消“保留 Illustrator 编辑功能”。',
  'The file is an SVG in another encoding than UTF-8, or says that it is. Save it as plain SVG in UTF-8.':
    '文件是 SVG，但编码不是（或声明不是）UTF-8。请以 UTF-8 另存为普通 SVG。',
  'The file is an SVG whose XML is not well-formed. Save it again as plain SVG.':
    '文件是 SVG，但 XML 格式有误。请重新另存为普通 SVG。',
  'The file is an HTML page, most often a sign-in page that a script has saved.':
    '文件是 HTML 网页，多半是脚本误存的登录页面。',
  'The file is JSON, most often the answer of a server that a script has saved.':
    '文件是 JSON，多半是脚本误存的服务器响应。',
  'The file is text.': '文件是文本。',
  'The file is of no known type.': '无法识别此文件的类型。',
  'The file is of type {type}.': '文件类型为 {type}。',
  'The file in the form field "file" is empty.': '表单字段“file”中的文件是空的。',
  'The form field "file" came as text, not as a file. In curl, write file=@PATH.':
    '表单字段“file”是文本而不是文件。在 curl 中请写 file=@路径。',
  'The file came in the form field "{name}". Send it as "file".':
    '文件放在了表单字段“{name}”中，请改用“file”。',

  'A form holds at most {most} values. Select fewer.': '一个表单最多 {most} 项，请减少选择。',
  'A key is bound to at most {most} of a kind.': '一个密钥的同类限制最多 {most} 项。',
  'A password has at least {least} characters.': '密码至少需要 {least} 个字符。',
  'A password has at most {most} bytes.': '密码不能超过 {most} 字节。',
  'This password is one of the most common ones. Choose another.': '此密码过于常见，请换一个。',
  'A password may not hold the name of its account, or of Pictoglyph. Choose another.':
    '密码中不能包含账户名或 Pictoglyph 字样，请换一个。',
  'The new password is the current one.': '新密码与当前密码相同。',
  'The secret is not one of this page.': '密钥不是此页面给出的。',
  'The code is wrong. Look at the clock of your device, and type the next one.':
    '验证码不正确。请检查设备的时间，再输入下一个验证码。',
  'An account has at most {most} second factors.': '一个账户最多有 {most} 个第二重验证。',
  'The second factor': '第二重验证',
  'The passkey could not be read. Try again.': '无法读取通行密钥，请重试。',
  'This passkey is set up already.': '此通行密钥已设置。',
  'The uploads per minute must be a whole number from {least} to {most}.':
    '每分钟上传数必须是 {least} 到 {most} 的整数。',
  'The number of uploads must be a whole number from {least} to {most}.':
    '上传总数必须是 {least} 到 {most} 的整数。',
  'The current password is wrong.': '当前密码不正确。',
  'The two new passwords differ.': '两次输入的新密码不一致。',
  'A quota is a number that is not below zero.': '配额必须是不小于零的数字。',
  'No administrator could sign in after this: it takes away the last administrator who can. Another one needs a password, a passkey or a sign-in with the provider first.':
    '此操作会使最后一名可登录的管理员无法管理，之后将没有管理员能够登录。请先让另一名管理员拥有密码、通行密钥或身份提供方登录。',
  'No administrator could sign in after this: it takes away the last administrator who can. While password sign-in is off, another one needs a sign-in with the provider first, or a password set with "pictoglyph user password".':
    '此操作会使最后一名可登录的管理员无法管理，之后将没有管理员能够登录。密码登录已关闭，请先让另一名管理员能通过身份提供方登录，或用“pictoglyph user password”为其设置密码。',
  'You cannot disable your own account. Another administrator can.': '不能停用自己的账户，其他管理员可以。',
  'You cannot demote your own account. Another administrator can.': '不能将自己降为成员，其他管理员可以。',
  'The expiry lies in the past.': '到期时间已过。',
  'The expiry lies after the year 9999.': '到期时间不能晚于 9999 年。',
  'The expiry is not a number.': '有效期不是数字。',
  '"{written}" is not a day.': '“{written}”不是有效的日期。',
  'Choose when the images expire.': '请选择图片何时到期。',

  'A user named "{name}" exists already.': '已有名为“{name}”的用户。',
  'A category named "{name}" exists already.': '已有名为“{name}”的分类。',
  'An album named "{name}" exists already.': '已有名为“{name}”的相册。',
  'This album or its public address exists already.': '此相册或其公开地址已存在。',
  'A character set "{id}" exists already.': '已有 ID 为“{id}”的字符集。',
  'A preset "{id}" exists already.': '已有 ID 为“{id}”的预设。',
  'An id has 1 to 40 characters of a-z, 0-9, "_" and "-", and begins with a letter or digit.':
    'ID 由 1 至 40 个小写字母、数字、“_”或“-”组成，并以字母或数字开头。',

  'The character set "{id}" ({name}) is enabled, and a cipher could not tell which of the two it was written in. Disable it first.':
    '字符集“{id}”（{name}）已启用，密文无法区分两者，请先停用它。',
  '"{name}" is the default {noun}. Make another one the default first, then disable it.':
    '“{name}”是默认{noun}，请先将另一项设为默认再停用。',
  category: '分类',
  'character set': '字符集',
  preset: '预设',
  'There is no type "{type}". Known: {known}.': '没有类型“{type}”。可选：{known}。',
  '{type} has no variant {variant}; it has {known}.': '{type} 没有变体“{variant}”。可选：{known}。',
  'A character set has exactly 4 symbols of one code point each, not {count}.':
    '字符集必须正好有四个符号，而不是 {count} 个。',
  'The symbols {written} are not four different ones (the two tildes, ～ and ~, count as one).':
    '符号 {written} 中有重复：四个符号必须互不相同（“～”与“~”视为同一个）。',
  '{left} {right} changes under Unicode normalisation (NFC).':
    '{left} {right} 会因 Unicode 规范化（NFC）而改变。',
  '{symbol} is white space, invisible, combining or not a character.':
    '{symbol} 是空白、不可见或组合字符，不能使用。',

  '"{field}" {problem}.': '“{field}”{problem}。',
  'has {found} UTF-16 code units, and may have 1 to {most}': '有 {found} 个 UTF-16 码元，须为 1 至 {most} 个',
  'has {found} characters, and may have 1 to {most}': '有 {found} 个字符，须为 1 至 {most} 个',
  'has {found} characters, and may have at most {most}': '有 {found} 个字符，最多 {most} 个',
  'There is no field "{sent}": did you mean "{field}"?': '没有字段“{sent}”，是否指“{field}”？',
  '"key" is missing: the preset "{id}" needs one.': '缺少密钥：预设“{id}”需要密钥。',
  'algorithm preset': '算法预设',
  '"{field}": the {what} "{id}" is disabled.': '“{field}”：{what}“{id}”已停用。',
  '"{field}": there is no {what} "{id}". There are: {known}.': '“{field}”：没有{what}“{id}”。可选：{known}。',
  'The body must have at most {most} bytes.': '发送的内容不能超过 {most} 字节。',
  'The body is not valid JSON.': '发送的内容不是有效的 JSON。',
  'The body is not valid JSON: it ends too early, in line {line}, column {column}.':
    '发送的内容不是有效的 JSON：在第 {line} 行第 {column} 列过早结束。',
  'The body is not valid JSON: {found} in line {line}, column {column} is out of place.':
    '发送的内容不是有效的 JSON：第 {line} 行第 {column} 列不应是{found}。',
  'a line break': '换行',
  'a quotation mark': '引号',
  '"{character}"': '“{character}”',
  'U+{code}': ' U+{code}',
  'is missing': '缺失',
  'must be a string': '必须是字符串',
  'The body is not valid UTF-8.': '发送的内容不是有效的 UTF-8。',
  'Send the body as a form.': '请以表单形式发送内容（application/x-www-form-urlencoded）。',

  '"{text}" is neither an IP address nor a network in CIDR notation':
    '“{text}”不是 IP 地址，也不是 CIDR 网段。',
  '"{text}" has bits set after its prefix; the network of that address is {network}':
    '“{text}”的前缀之后还有置位；是否想写 {network}？',
  '"{text}" needs a prefix length of 0 to {longest} after "/"': '“{text}”的前缀长度应为 0 至 {longest}。',
  '"{text}" has a zone, and a network cannot: leave out "%" and what follows it':
    '“{text}”带有区域标识，网段不能有。',
  'There is no such list.': '没有这份名单。',
  'At most {most} lines are read at once.': '一次最多读取 {most} 行。',
  'The list of allowed networks is empty: nobody could use the text service.':
    '白名单为空：任何人都将无法使用文本服务。',
  'Your own address is not on the list of allowed networks: you would lock yourself out.':
    '您自己的地址不在白名单中：您会把自己挡在外面。',

  'The image': '该图片',
  'The image {id}': '图片“{id}”',
  'The image "{id}"': '图片“{id}”',
  'The deleted image "{id}"': '已删除的图片“{id}”',
  'The album': '该相册',
  'The album "{id}"': '相册“{id}”',
  'The link "{name}"': '链接“{name}”',
  'The target {number} of the link "{name}"': '链接“{name}”的第 {number} 个目标',
  'The key': '该密钥',
  'The password has been changed already.': '密码已更改过。',
  'This key was revoked, and stays so. Create another.': '此密钥已吊销，无法恢复，请另建一个。',
  'The key "{id}"': '密钥“{id}”',
  'The key that was given': '所给的密钥',
  'The user': '该用户',
  'The user "{name}"': '用户“{name}”',
  'The session': '该会话',
  'The network {network}': '网段 {network}',
  'The {noun} "{id}"': '{noun}“{id}”',
  'The {noun} "{name}" is of a kind that this version does not know. Add another.':
    '此版本无法识别{noun}“{name}”，请另外添加。',
  'What this key may do cannot be read. Revoke it, and create another.':
    '无法读取此密钥的限制，请吊销后重新创建。',

  'The page marker is not one that this list has given.': '地址中的翻页标记无效。',
  'No image is selected.': '没有选中任何图片。',
  'The site has images, but {store} lacks them and the mark of the site. Is its disk mounted, and is this the right place? Nothing was written there. Mount it, or restore a backup to an empty database and store. If the images are lost, write {siteId} into {mark} to go on without them.':
    '本站有图片，但 {store} 中既没有这些图片，也没有本站的标记。磁盘是否已挂载，位置是否正确？未向其中写入任何内容。请挂载磁盘，或将备份恢复到空的数据库和存储。如果图片已丢失，把 {siteId} 写入 {mark} 即可不带这些图片继续。',
  'The site has no images, but {store} holds some. It would remove them within days, as none of its own. Is this the right place? If they may go, write {siteId} into {mark}.':
    '本站没有图片，但 {store} 中有。它们不属于本站，几天内就会被清除。位置是否正确？如果可以清除，请把 {siteId} 写入 {mark}。',
  'There is no site in {database}, but {store} holds the images or the mark ({mark}) of one. A new site would remove them within days, as none of its own. Is this the right database? If a site is being restored or moved there, complete that first; for a new one take an empty store.':
    '{database} 中没有站点，但 {store} 中有站点的图片或标记（{mark}）。新站点会在几天内把它们当作无主文件清除。数据库是否正确？如果正在向此处恢复或迁移站点，请先完成；新站点请使用空的存储。',
  '{store} belongs to another site: {mark} holds {owner}, and this site is {siteId}. Each would remove the images of the other, as none of its own. Is this the right place? If the other site is gone for good, remove that mark.':
    '{store} 属于另一个站点：{mark} 的内容是 {owner}，而本站是 {siteId}。两个站点会互相清除对方的图片。位置是否正确？如果另一个站点已不再使用，请删除该标记。',
  '{path} belongs to uid {owner}, this runs as uid {uid}: chown -R {uid} {own}':
    '{path} 属于 uid {owner}，而本程序以 uid {uid} 运行：chown -R {uid} {own}',
  '{path} belongs to uid {owner}, this runs as uid {uid} and may not write there: mkdir -p {own}; chown -R {uid} {own}':
    '{path} 属于 uid {owner}，本程序以 uid {uid} 运行，无权在其中写入：mkdir -p {own}; chown -R {uid} {own}',
  '{path} belongs to uid {owner}, this runs as uid {uid} and may not pass through it to {own}':
    '{path} 属于 uid {owner}，本程序以 uid {uid} 运行，无法经由它访问 {own}',
  '{path} is closed to its own user, uid {uid}, by its mode: chmod -R u+rwX {own}':
    '{path} 的权限不允许其所有者 uid {uid} 访问：chmod -R u+rwX {own}',
  'SQLite needs a local disk, and {folder} is on one of another kind ({kind}): move it to a disk of this machine, or use PostgreSQL':
    'SQLite 需要本地磁盘，而 {folder} 位于其他类型的磁盘（{kind}）上：请移到本机磁盘，或改用 PostgreSQL',
  '{path} is on a disk that is mounted read-only: remount it': '{path} 所在的磁盘以只读方式挂载，请重新挂载',
  'A collection or a backup is running, beside which nothing is deleted for good. Try again in a few minutes.':
    '正在清理或备份，期间无法彻底删除，请几分钟后再试。',
  'At most {most} things change at once.': '一次最多处理 {most} 项。',

  '{key}: {problem}': '{key}：{problem}。',
  'must be a number': '必须是数字',
  'must be above 0 and at most {most}': '必须大于 0 且不超过 {most}',
  'must be a size such as 5MB, or a whole number of bytes from {least} to {most}':
    '必须是 5MB 这样的大小，或 {least} 至 {most} 的字节整数',
  'must be a whole number from {least} to {most}': '必须是 {least} 至 {most} 的整数',
  'must be a span such as 12h or 30d, or {word}': '必须是时长，如 12h 或 30d，或 {word}',
  '{field} must be a span such as 30s, 10m, 1h or 30d, not "{sent}".':
    '{field} 必须是时长，如 30s、10m、1h 或 30d，而不是“{sent}”。',
  '"{text}" is no span such as 30m, 1h or 7d.': '“{text}”不是时长，时长如 30m、1h 或 7d。',
  'An image may stay for {longest} at most.': '图片最多保留 {longest}。',
  'sha256 must be the 64 hexadecimal digits of the SHA-256 of the file.':
    'sha256 必须是文件 SHA-256 的 64 位十六进制数字。',
  '{field}: the name of a link has 3 to 64 of the characters a to z, 0 to 9 and -.':
    '{field}：链接名须为 3 到 64 个字符，可用 a 到 z、0 到 9 和 -。',
  'The link "{name}" belongs to another account.': '链接“{name}”属于另一个账户。',
  'it may set no links.': '该密钥不能设置链接。',
  'it is bound to the links {links}.': '该密钥只能设置链接 {links}。',
  'must be a span of days or weeks, such as 90d or 52w, or {word}':
    '必须是以天或周计的时长，如 90d 或 52w，或 {word}',
  'must be of {types}': '只能从 {types} 中选择',
  'must be {words} or {last}': '必须是 {words} 或 {last}',
  '{words}, {word}': '{words}、{word}',

  'must be a size such as 500MB, or {word}': '必须是大小，如 500MB，或 {word}',
  'must be a text of 1 to {most} characters on one line': '必须是 1 至 {most} 个字符的单行文本',
  'must be the id of an image, or empty': '必须是图片的 ID，或留空',
  'must be a text of at most {most} characters': '必须是不超过 {most} 个字符的文本',
  'must be an https or mailto address, or empty': '必须是 https 或 mailto 地址，或留空',
  'must be a JSON array of at most {most} links such as {example}, with https or mailto addresses':
    '必须是 JSON 数组，最多 {most} 个链接，如 {example}，地址须为 https 或 mailto',
  'an operator has taken it down: {reason}': '管理员已将其下架：{reason}',
  'it is cut short.': '文件不完整。',
  "the site's scanner found something harmful in it.": '本站的扫描程序在其中发现了有害内容。',
  'it is a JPEG with more than 8 bits a sample, which no browser shows.':
    '这是每个样本超过 8 位的 JPEG，浏览器无法显示。',
  'it is a lossless JPEG, which no browser shows.': '这是无损 JPEG，浏览器无法显示。',
  'it is an AVIF without av1C, hdlr or iloc, which no browser shows.':
    '这个 AVIF 缺少 av1C、hdlr 或 iloc，浏览器无法显示。',
  'it is {width} × {height} pixels; a side may have {most}.':
    '图片为 {width} × {height} 像素；每边最多 {most} 像素。',
  'it is {width} × {height} pixels; {most} pixels are allowed.':
    '图片为 {width} × {height} 像素；最多 {most} 像素。',
  'it has {frames} frames; {most} are allowed.': '图片有 {frames} 帧；最多 {most} 帧。',

  'it is bound to the categories {categories}.': '该密钥只能上传到分类 {categories}。',
  'it is bound to the albums {albums}.': '该密钥只能上传到相册 {albums}。',
  'it is bound to the types {types}.': '该密钥只能上传类型为 {types} 的文件。',
  'it may not be used from this address.': '该密钥不能在此地址使用。',
  'The size must be a whole number of bytes, at least 1.': '大小必须是不小于 1 的字节整数。',
  'it is bound to files of {maxBytes} bytes.': '该密钥只能上传不超过 {maxBytes} 字节的文件。',

  'The {body} stalled.': '{body}中断：长时间没有收到数据。',
  'The {body} took too long.': '{body}用时过长。',
  'The {body} broke off.': '{body}中断。',
  upload: '上传',
  body: '内容发送',
  form: '表单提交',
  'The field "{name}" was sent twice.': '字段“{name}”只能发送一次。',
  'The Content-Type must be multipart/form-data; the request has none.':
    'Content-Type 必须是 multipart/form-data，而请求中没有 Content-Type。',
  'The Content-Type must be multipart/form-data, not {type}.':
    'Content-Type 必须是 multipart/form-data，而不是 {type}。',
  'The boundary that the Content-Type announces does not occur in the body.':
    '发送的内容中没有 Content-Type 所声明的 boundary。',
  'The field "{name}" has an unknown character encoding, "{charset}". Send UTF-8.':
    '字段“{name}”的字符编码“{charset}”无法识别，请使用 UTF-8。',
  'The parameters of the Content-Type are malformed.': 'Content-Type 的参数格式有误。',
  'The Content-Type names more than one boundary.': 'Content-Type 中有多个 boundary。',
  'The Content-Type names no boundary. Leave that header to your HTTP library, which adds one.':
    'Content-Type 中没有 boundary。请让 HTTP 库自行设置该请求头。',
  "The boundary must be 1 to 70 letters, digits or '()+_,-./:=? and not end in a space.":
    "boundary 须由 1 至 70 个字母、数字或 '()+_,-./:=? 组成，且不能以空格结尾。",
  'The announced boundary does not begin a line in the first {preambleBytes} bytes of the body.':
    '发送内容的前 {preambleBytes} 字节中，没有以所声明的 boundary 开头的行。',
  'A boundary is followed by neither CR LF nor "--".': 'boundary 之后既不是 CR LF，也不是“--”。',
  'Delimiter lines must end in CR LF, not in LF alone.': '分隔行必须以 CR LF 结尾，不能只用 LF。',
  'Header lines must end in CR LF, not in LF alone.': '头部行必须以 CR LF 结尾，不能只用 LF。',
  'The body ends before its closing boundary.': '发送的内容不完整：没有结束的 boundary。',
  'The body must not have more than {parts} parts.': '发送的内容不能超过 {parts} 个部分。',
  'The headers of a part must not be longer than {limitBytes} bytes.':
    '每个部分的头部不能超过 {limitBytes} 字节。',
  'The headers of a part begin with a continuation.': '某个部分的头部以续行开头。',
  'A part has a malformed header line.': '某个部分的头部行格式有误。',
  'A part has the same header twice.': '某个部分的同一头部出现了两次。',
  'The Content-Disposition of a part is malformed.': '某个部分的 Content-Disposition 格式有误。',
  'A part has more than one {name}.': '某个部分有多个 {name}。',
  'Every part must have a name in its Content-Disposition.':
    '每个部分的 Content-Disposition 中都必须有名称。',
  'A part must not itself be multipart.': '各部分本身不能是 multipart。',
  'Parts must be sent as they are, without a transfer encoding.': '各部分必须原样发送，不能使用传输编码。',
  'The field "{name}" must not be longer than {fieldBytes} bytes.':
    '字段“{name}”不能超过 {fieldBytes} 字节。',
  'The text fields together must not be longer than {fieldsBytes} bytes.':
    '所有文本字段合计不能超过 {fieldsBytes} 字节。',
  'The field "{name}" must be UTF-8 without NUL.': '字段“{name}”必须是不含空字符的 UTF-8 文本。',
  'The request has no body.': '请求没有内容。',
  'The body must be sent without a Content-Encoding.': '发送的内容不能使用 Content-Encoding。',
  'The body must be application/x-www-form-urlencoded.':
    '发送的内容必须是 application/x-www-form-urlencoded。',
  '"{key}" was changed meanwhile.': '“{key}”已被他人更改。',
  '"{key}" was changed meanwhile by {by}.': '“{key}”已被 {by} 更改。',
  '{before} {next}': '{before}{next}',
  '{changes} Nothing of this form was saved. Compare the values, then save again.':
    '{changes}此表单的内容均未保存。请核对各个值，然后重新保存。',
  'This page was opened before the site was updated. Nothing was saved. It now shows the present values: make your changes again.':
    '此页面是在站点更新之前打开的，内容未保存。现在显示的是当前的值，请重新更改。',
  'There is no such language.': '没有这种语言。',
  'There is no such appearance.': '没有这种外观。',
  'A form has at most {most} bytes.': '表单不能超过 {most} 字节。',
  'This form is no longer valid. Go back, reload the page and send it again.':
    '此表单已失效。请返回并刷新页面后重新提交。',
})

/** A refusal's reason in Chinese; if a part has no translation, `otherwise` followed by the English reason. */
export function reasonText(reason: Message, otherwise: string): FailureText {
  const message = inChinese(reason)
  return message === undefined ? { message: otherwise, detail: inEnglish(reason) } : { message }
}

/** The Chinese text for something not found, with its name if that has a translation. */
export function notFoundText(what: Message): FailureText {
  return { message: `没有找到${inChinese(what) ?? ''}，它可能已不存在。` }
}

/** A message in Chinese; `undefined` if it, or a part of it, has no translation. */
function inChinese(message: Message): string | undefined {
  const isKnown = templatesOf(message).every((template) => Object.hasOwn(chineseReasons, template))
  return isKnown ? inWords(message, (template) => chineseReasons[template]!) : undefined
}

/** Returns the table. The types require the same placeholders in a message and its translation. */
function withSamePlaces<const Table extends Record<string, string>>(
  table: {
    [English in keyof Table]: SamePlaces<English & string, Table[English]>
  },
): Readonly<Record<string, string>> {
  return table
}

type SamePlaces<English extends string, Translation extends string> = [
  PlaceOf<English>,
  PlaceOf<Translation>,
] extends [PlaceOf<Translation>, PlaceOf<English>]
  ? Translation
  : never
