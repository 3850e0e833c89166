import type { DescriptionTexts } from '@pictoglyph/web/openapi/description-texts'

/** The Chinese texts of the images service's API description. */
export const imagesChineseTexts: DescriptionTexts = {
  'Pictoglyph images': 'Pictoglyph 图片服务',
  'Send an image with an API key and get back a link, a page and ready-to-copy formats.':
    '凭 API 密钥发送图片，即可得到链接、页面和可直接复制的各种格式。',
  'Every error is JSON: `{"ok": false, "error": {"code", "message"}}`. Programs branch on the code.':
    '所有错误都以 JSON 返回：`{"ok": false, "error": {"code", "message"}}`。程序应根据 `code` 判断。',
  'An upload whose bytes repeat an image of the same owner (or of the site, if its policy says so) is answered with that image and `deduped: true`. An image of another owner is put into no album.':
    '若上传的内容与同一所有者（或按策略为全站）已有的图片相同，则返回已有的图片，并带有 `deduped: true`。他人的图片不会放入任何相册。',
  'An API key with the permission `images:upload`.': '需要具有 `images:upload` 权限的 API 密钥。',

  'Upload an image': '上传图片',
  "The form's parts may come in any order, and unknown ones are ignored, unless their names are nearly known ones. The answer comes when the image is durable: it survives a power cut.":
    '表单各部分的顺序不限，未知的部分会被忽略，但名称与已知字段几乎相同的会被拒绝。图片可靠保存之后才返回响应，即使断电也不会丢失。',
  'Of your choice, 1 to 255 visible ASCII characters, new for each upload. The same key with the same upload gets the same answer again, after a lost connection or a crash too.':
    '由您自定，1 至 255 个可见 ASCII 字符，每次上传都应不同。用同一个值重发同一次上传，会得到同样的响应，连接中断或服务崩溃之后也是如此。',
  '`1` asks for the whole verdict, with every reason at once; nothing is stored.':
    '设为 `1` 时只作检查，一次返回全部结果和所有拒绝原因，不保存任何内容。',
  'The image file.': '图片文件。',
  'Of the file, 64 hexadecimal digits. It may stand in place of `file`, which the interface requires: where you have a live image of these bytes, the answer is the one that the file would get. Otherwise it is 400 `FILE_MISSING`; send the file then. Images of others are never looked at. With a file it is ignored.':
    '文件的 SHA-256，64 位十六进制数字。可以代替接口要求的 `file`：若您已有内容相同且未删除的图片，响应与发送该文件时相同；否则返回 400 `FILE_MISSING`，此时请发送文件。他人的图片不在查找范围内。若同时发送了文件，此字段会被忽略。',
  'Id of an enabled category; empty for the default category of the key, where it has one. The interface requires the field. For that default the service takes uploads without it too, which only clients made by hand can send.':
    '已启用分类的 ID；若密钥有默认分类，留空即使用默认分类。接口要求此字段；使用默认分类时，服务也接受不带此字段的上传，但只有手写的客户端才能这样发送。',
  "Id of an album of the key's user. It gets the image, also where the upload repeats one of the same owner's. Without it, the single album that the key is bound to.":
    '密钥所属用户的相册 ID。图片会放入该相册，与同一所有者已有的图片重复时也是如此。未填写时放入密钥所限定的唯一相册。',
  'How long the image stays: a span such as `30s`, `10m`, `1h` or `30d`. Then it is gone, for you too. Without it the key or the policy decides. A repeated image keeps the later end.':
    '图片保留多久：时长如 `30s`、`10m`、`1h` 或 `30d`。到期后图片即消失，您自己也无法再看到。未填写时由密钥或策略决定。重复的图片取较晚的到期时间。',
  'The name of a link (`/l/NAME`) that leads to the image from now on. The key must be bound to that name.':
    '固定链接（`/l/NAME`）的名称，该链接从此指向这张图片。密钥必须已绑定该名称。',
  'At most 500 characters.': '最多 500 个字符。',
  'At most 10,000 characters; empty when left out.': '最多 10,000 个字符；未填写时为空。',
  'The image is stored, or was there already.': '图片已保存，或此前已存在。',
  'Names this request in the log.': '本次请求在日志中的编号。',
  'The image': '图片',
  "The image's id.": '图片的 ID。',
  'The direct link to the image.': '图片的直链。',
  'The address of its page.': '图片页面的地址。',
  'Forms of the link, ready to be pasted, with the title escaped for each syntax.':
    '可直接粘贴的各种链接格式，标题已按各自的语法转义。',
  'The direct link.': '直链。',
  'Markdown that shows the image.': '显示图片的 Markdown。',
  'Markdown that shows the image and leads to its page.': '显示图片并链接到其页面的 Markdown。',
  'HTML that shows the image.': '显示图片的 HTML。',
  'HTML that shows the image and leads to its page.': '显示图片并链接到其页面的 HTML。',
  'BBCode that shows the image.': '显示图片的 BBCode。',
  'BBCode that shows the image and leads to its page.': '显示图片并链接到其页面的 BBCode。',
  'The address of the thumbnail.': '缩略图的地址。',
  'Markdown that shows the thumbnail and leads to the page.': '显示缩略图并链接到图片页面的 Markdown。',
  'HTML whose image loads late, in the smallest size that is sharp.':
    '延迟加载图片的 HTML，并选用足够清晰的最小尺寸。',
  'Present only when the upload repeats an existing image.': '仅在上传与已有图片重复时出现。',
  'The media type, from the bytes.': '媒体类型，根据文件内容判断。',
  'The size of the stored file.': '所保存文件的大小，以字节计。',
  'In pixels, as browsers show the picture.': '以像素计，与浏览器中显示的一致。',
  '1 for a still image.': '帧数，静态图片为 1。',
  'What was taken out of the file before it was stored; absent when nothing was.':
    '保存前从文件中移除的内容；没有移除时不出现。',
  'What it was, such as `exif` or `location`.': '内容的种类，例如 `exif` 或 `location`。',
  'How many bytes.': '字节数。',
  'When the image ends, in UTC. Absent where it stays.': '图片的到期时间（UTC）。永久保留时不出现。',
  'A few pixels of the image as a data URL, to be shown while it loads. Absent until its thumbnail was made.':
    '图片的极小预览，以 `data:` 地址表示，供加载期间显示。缩略图生成之前不出现。',
  'The verdict of a dry run': '仅作检查时的结果',
  'Tells it from the verdict of a dry run.': '区别于仅作检查时的结果。',
  'Tells it from the answer to an upload.': '区别于上传的响应。',
  'Whether the upload would be taken.': '上传是否会被接受。',
  'Every reason against the upload; the first is what a real one is answered.':
    '拒绝上传的所有原因；实际上传时返回的是第一个。',
  'The code of the error.': '错误代码。',
  'What the file is; null where it is missing or no image.':
    '文件的情况；没有文件或文件不是图片时为 `null`。',
  'The size of the file as sent.': '所发送文件的大小，以字节计。',
  'Whether the answer would be an image that exists.': '返回的是否会是已有的图片。',
  'That image.': '该已有图片。',
  'A new image': '新图片',

  'The image itself': '图片文件',
  'Takes `Range`, `If-Range`, `If-None-Match`, `If-Modified-Since`, `If-Match` and `If-Unmodified-Since`, and HEAD as well as GET.':
    '支持 `Range`、`If-Range`、`If-None-Match`、`If-Modified-Since`、`If-Match` 和 `If-Unmodified-Since`，GET 和 HEAD 均可。',
  'Id and ending, as in `url`.': 'ID 和扩展名，与 `url` 中相同。',
  'The bytes.': '文件内容。',
  'Names the bytes.': '文件内容的标识。',
  'Always `bytes`.': '始终为 `bytes`。',
  'The part that was asked for.': '所请求的部分。',
  'To the bytes at the public address of the storage, where the site has one.':
    '重定向到存储的公开地址（若本站设有）。',
  'Not changed.': '未改变。',
  'Not what `If-Match` or `If-Unmodified-Since` expects.':
    '与 `If-Match` 或 `If-Unmodified-Since` 的条件不符。',
  'Nothing of the file lies in the range.': '所请求的范围超出文件。',

  'A smaller still of the image': '较小的静态版本',
  'At most 320 pixels a side as `thumbnail`, 640 pixels a side as `small`, 960 pixels a side as `medium`, 1200 pixels a side as `preview`, 1920 pixels a side as `large`; upright, without metadata, the first frame of an animation, as WebP. Whoever accepts `image/avif` gets that from the second time on where it is smaller. With an ending, as in `thumbnail.jpg`, it is always of that type: `webp`, `avif` or `jpg`. Strips keep a shorter side of 160 pixels. Takes the same conditions and ranges as the image.':
    '`thumbnail` 每边最多 320 像素，`small` 640 像素，`medium` 960 像素，`preview` 1200 像素，`large` 1920 像素。方向已校正，不含元数据，动图取第一帧，格式为 WebP。接受 `image/avif` 的客户端从第二次起得到 AVIF，前提是文件更小。带后缀（如 `thumbnail.jpg`）时总是该类型：`webp`、`avif` 或 `jpg`。长条图的短边至少 160 像素。支持的条件和范围请求与图片文件相同。',
  'Which one.': '哪一种尺寸。',
  'To the image itself: it is no larger than this, or nothing smaller can be made of it, or not now.':
    '重定向到图片文件：图片不大于此尺寸，或无法生成更小的版本，或暂时无法生成。',

  'A permanent link: its image can change': '固定链接，图片可更换',
  'Leads to the image that its owner has set last. Takes HEAD as well as GET.':
    '指向所有者最近设置的图片。GET 和 HEAD 均可。',
  'Of the link: 3 to 64 of a to z, 0 to 9 and `-`.':
    '链接的名称：3 至 64 个字符，可用 a 至 z、0 至 9 和 `-`。',
  'The image, for clients that follow redirects.': '图片，供会跟随重定向的客户端使用。',
  'To the image.': '重定向到图片。',

  'The page of an image': '图片页面',
  'In English or Simplified Chinese, by `Accept-Language`.': '英文或简体中文，由 `Accept-Language` 决定。',
  'A page.': '页面。',
  'The public page of an album': '相册的公开页面',
  'For as long as its owner wants one. 60 images a page, newest first.':
    '仅在所有者将相册公开期间可用。每页 60 张图片，最新的在前。',
  'From the link that the owner shares.': '取自所有者分享的链接。',
  'Where the next page begins.': '下一页的起点。',

  'There is no such image, or it was deleted or has expired.': '没有此图片，或图片已删除或已到期。',
  'There is no such album, or it has no public page.': '没有此相册，或相册没有公开页面。',
  'There is no such link, it was ended, or the image that it leads to is gone.':
    '没有此链接，链接已停用，或其指向的图片已不在。',
  'A random image of a public album': '公开相册中的随机图片',
  'Leads to another image each time, if the owner of the album has switched that on. HEAD works too.':
    '每次都跳转到另一张图片，前提是相册的所有者已开启此功能。也支持 HEAD。',
  'A smaller still in place of the image itself.': '用较小的静态图代替图片本身。',
  'To an image. No cache keeps it.': '跳转到一张图片。任何缓存都不会保留此响应。',
  'Its direct link.': '图片的直链。',
  'There is no such public album, its owner has not switched this on, it has no image, or there is no such size.':
    '没有此公开相册，所有者未开启此功能，相册中没有图片，或没有此尺寸。',
  'The database or the storage can not be read.': '无法读取数据库或存储。',
  'The image is there, but its bytes can not be found, or not all of them.':
    '图片存在，但找不到其文件内容，或内容不完整。',

  'The API key is missing, malformed, unknown, expired or revoked, or its user is disabled. An address that has sent too many unknown keys in the last minute gets it too, unless the key was good before. The key is checked again when the upload has arrived. No header, and one of another form, are told apart; all other cases look the same.':
    'API 密钥缺失、格式不正确、不存在、已过期或已吊销，或其用户已停用。某个地址若在最近一分钟内发送了过多不存在的密钥，也会收到此错误，除非密钥先前有效。上传接收完毕后会再次检查密钥。没有请求头、或请求头格式不对时会另行说明；其余情况的响应完全相同。',
  'The key lacks the permission `images:upload`.': '密钥没有 `images:upload` 权限。',
  'The key is bound to categories, albums, types, a size or networks, and this upload is outside them. Or the upload sets a link that the key is not bound to.':
    '密钥限定了分类、相册、类型、大小或来源网络，而这次上传不在其中；或者上传要设置的固定链接不在密钥绑定之列。',
  'The key was made with `--max-uploads`, and that many uploads were made with it. A repeated `Idempotency-Key` still gets its answer.':
    '密钥创建时以 `--max-uploads` 限定了上传总数，现已用完。重发已用过的 `Idempotency-Key` 仍会得到原来的响应。',
  "The text service, and uploads where `upload.accessLists` is `on`: the client's address is on the blacklist. Or it can't be told, and whitelist mode is off.":
    '适用于文本服务，以及 `upload.accessLists` 为 `on` 时的上传：客户端地址在黑名单中；或者无法确定其地址，且未开启白名单模式。',
  "The text service, and uploads where `upload.accessLists` is `on`: whitelist mode is on, and the client's address is not on the whitelist or can't be told.":
    '适用于文本服务，以及 `upload.accessLists` 为 `on` 时的上传：白名单模式已开启，而客户端地址不在白名单中或无法确定。',
  "Uploads: the key has made as many as it may in a minute. The text service: the client has sent more requests than a minute allows, too many key derivations or long texts or ciphers are waiting, or too many bodies over 64 KiB are arriving. The console: too many wrong passwords, at sign-in or for changing one's own, or more than 600 changes in a minute, of which a form that names many images is one for every hundred.":
    '上传：密钥在一分钟内的上传数已达上限。文本服务：客户端一分钟内的请求过多，或等待中的密钥派生、长文本或长密文过多，或正在接收的超过 64 KiB 的正文过多。控制台：登录或修改密码时密码错误次数过多，或一分钟内的更改超过 600 次，其中一次涉及多张图片的表单每一百张计一次。',
  "The body can't be read or has more than 100 parts. Or a field is missing, too long or of the wrong kind, or names something unknown. Or the body of a request to the text service, or a form of the console, stalled or took too long.":
    '无法读取正文，或其中超过 100 个部分；或者字段缺失、过长、类型不对，或指向不存在的内容；或者文本服务的请求正文或管理台表单的传输停滞或耗时过长。',
  'Nothing more of the upload arrived for half a minute, or it took longer than an upload may take.':
    '半分钟内没有收到更多数据，或上传耗时超过上限。',
  'There is no part `file`, it is empty, or it came as text; the message says what came. Where `sha256` stands in its place: you have no live image of these bytes, or the file has to be looked at again.':
    '没有 `file` 部分，或其内容为空，或它是文本；消息会说明收到了什么。以 `sha256` 代替时：您没有内容相同且未删除的图片，或需要重新检查该文件。',
  'There is no `categoryId`, and the key has no default category.': '没有 `categoryId`，且密钥没有默认分类。',
  'The category does not exist or is disabled.': '分类不存在或已停用。',
  'The album does not exist or belongs to someone else.': '相册不存在或属于他人。',
  "The bytes are not an image of a type that the policy allows. The name and the declared type don't count.":
    '文件内容不是策略所允许类型的图片。文件名和声明的类型不起作用。',
  'The file has more bytes than the policy allows. It is refused at the first byte too many.':
    '文件大小超过策略的上限。一旦超出即被拒绝。',
  "The file is damaged or cut short, has too many pixels or frames, is of a kind that no browser shows, or its metadata can't be taken out. Or the site's scanner found something harmful in it, or an operator has taken these bytes down.":
    '文件已损坏或不完整，像素或帧数过多，属于任何浏览器都无法显示的种类，或无法移除其元数据；或者本站的扫描程序在其中发现了有害内容，或运营者已下架这些内容。',
  "The upload would exceed the account's quota, or the number of images that an account may have. Or recently deleted images take up more than twice the quota; the message says so. Or the images of the whole site would take up more than `site.maxBytes`.":
    '上传将超出账户的配额或图片数上限；或者最近删除的图片占用的空间超过配额的两倍，此时 `message` 中会说明；或者全站图片将超出 `site.maxBytes`。',
  'This `Idempotency-Key` was used before with another file or other fields.':
    '此 `Idempotency-Key` 已用于另一个文件或其他字段。',
  'Too many uploads are running; this is answered before the body is read. Or the same bytes are just being removed, because their image was deleted long ago and the object store has not answered the removal yet. Or the scanner that the operator has set up gave no verdict.':
    '正在进行的上传过多，此时不读取正文即返回响应；或者相同的内容正在移除：其图片早已删除，而对象存储尚未答复移除请求；或者管理员设置的扫描程序没有给出结果。',
  'Rows or bytes could not be read or made durable: a disk is full or failing, a database or store is away, or a process that the message names failed. The command also says so of a backup, a file or a folder that it was given.':
    '数据无法读取或可靠保存：磁盘已满或有故障，无法连接数据库或存储，或消息中指明的进程已失效。命令行工具对指定的备份、文件或文件夹也会这样报告。',
  'A fault of the program.': '程序出错。',
}
