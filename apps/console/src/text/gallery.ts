import { counted, grouped } from '@pictoglyph/forms/numbers'
import { texts } from '@pictoglyph/web/texts'
import type { Child } from 'hono/jsx'

export const galleryTexts = texts({
  gallery: {
    title: ['Gallery', '图库'],
    images: [(number: number): string => (number === 1 ? 'image' : 'images'), () => '张图片'],
    matching: [
      (found: string, all: number) => `${found} of ${counted(all, 'image', 'images')} match`,
      (found: string, all: number) => `${grouped(all)} 张图片中有 ${found} 张符合`,
    ],
    untitled: ['Untitled', '无标题'],
    deleted: ['Recently deleted', '最近删除'],
    upload: ['Upload', '上传'],
    empty: ['No images yet', '还没有图片'],
    firstSteps: {
      label: ['First steps', '入门步骤'],
      done: [
        (done: number, all: number) => `${done} of ${all} done`,
        (done: number, all: number) => `已完成 ${done} / ${all}`,
      ],
      isDone: ['Done:', '已完成：'],
      isOpen: ['To do:', '待完成：'],
      password: {
        title: ['Set your own password', '设置您自己的密码'],
        hint: [
          'The one that you signed in with was printed when the site started.',
          '您登录所用的密码是站点启动时打印的。',
        ],
        field: ['New password', '新密码'],
        set: ['Set password', '设置密码'],
      },
      upload: {
        title: ['Upload an image', '上传一张图片'],
        hint: [
          'Drop or paste one onto any page here. Its links are ready as soon as it is there.',
          '拖放或粘贴到任意页面即可，上传后立即得到链接。',
        ],
      },
      program: {
        title: ['Connect your program', '连接您的程序'],
        hint: [
          'Programs upload with an API key. Its page has ready settings for yours, and a test.',
          '程序使用 API 密钥上传。密钥页面有您的程序的现成配置，还可以测试。',
        ],
        choose: ['Program', '程序'],
        other: ['Another program', '其他程序'],
      },
      address: {
        title: ['Set the public address', '设置公开地址'],
        hint: [
          (variable: Child): Child[] => [
            'Links only work on this computer for now. Start with ',
            variable,
            ' set to the address under which others reach it.',
          ],
          (variable: Child) => ['目前链接只在本机有效。启动时请将 ', variable, ' 设为他人可访问的地址。'],
        ],
      },
    },
    nothingFound: ['Nothing matches', '没有匹配的图片'],
    nothingFoundHint: [
      'No image matches all of these filters. Remove one.',
      '没有图片同时满足这些条件，请放宽其中一项。',
    ],
    emptyAlbum: ['No images in this album yet', '这个相册里还没有图片'],
    emptyAlbumHint: [
      'Upload some, or select images in the gallery and add them.',
      '可以上传，也可以在图库中选择图片加入。',
    ],
    nothingHere: ['None of these images matches; older ones may.', '这些图片都不符合，更早的可能符合。'],
    nothingLeft: ['No images are left on this page', '此页已没有图片'],
    showAll: ['Show all images', '显示全部图片'],
    search: ['Search', '搜索'],
    searchHint: ['Title or description', '标题或描述'],
    album: ['Album', '相册'],
    anyAlbum: ['All albums', '全部相册'],
    category: ['Category', '分类'],
    anyCategory: ['All categories', '全部分类'],
    key: ['Uploaded with', '所用密钥'],
    anyKey: ['Any key', '全部密钥'],
    from: ['From', '起'],
    to: ['To', '止'],
    /** Suffix of days while the visitor's time zone is unknown. */
    inUtc: [' (UTC)', '（UTC）'],
    filters: ['Filters', '筛选'],
    type: ['Type', '类型'],
    anyType: ['All types', '全部类型'],
    size: ['File size', '文件大小'],
    anySize: ['Any size', '不限大小'],
    sizes: {
      small: ['Below 256 kB', '小于 256 kB'],
      medium: ['256 kB to 2 MB', '256 kB 至 2 MB'],
      large: ['2 MB and more', '2 MB 及以上'],
    },
    onlyUntitled: ['Without a title', '无标题的'],
    onlyLinked: ['With a permanent link', '有固定链接的'],
    onlyEnding: ['Expiring', '会到期的'],
    sort: ['Order', '排序'],
    sorts: {
      newest: ['Newest first', '最新在前'],
      oldest: ['Oldest first', '最早在前'],
      name: ['By title', '按标题'],
      largest: ['Largest first', '最大在前'],
      album: ['As arranged', '手动顺序'],
    },
    density: ['Height of the rows', '行高'],
    densities: {
      dense: ['Small rows', '小图'],
      roomy: ['Medium rows', '中图'],
      large: ['Large rows', '大图'],
    },
    without: [(words: string) => `Remove the filter: ${words}`, (words: string) => `移除筛选：${words}`],
    since: [(day: string) => `From ${day}`, (day: string) => `自 ${day}`],
    until: [(day: string) => `To ${day}`, (day: string) => `至 ${day}`],
    apply: ['Apply', '应用'],
    clear: ['Clear', '清除'],
    select: [(title: string) => `Select ${title}`, (title: string) => `选择 ${title}`],
    selectAll: ['Select all on this page', '全选本页'],
    selectMatching: [(number: string) => `Select all ${number}`, (number: string) => `全选 ${number} 张`],
    clearSelection: ['Clear the selection', '取消选择'],
    selected: ['# selected', '已选 # 张'],
    today: ['Today', '今天'],
    yesterday: ['Yesterday', '昨天'],
    dates: ['Dates', '日期'],
    ofMonth: [
      (month: string, number: string, images: number) =>
        `${month}: ${number} ${images === 1 ? 'image' : 'images'}`,
      (month: string, number: string) => `${month}：${number} 张图片`,
    ],
    timeLeft: [(span: string) => `${span} left`, (span: string) => `还剩 ${span}`],
    selectHint: ['Select images to act on them.', '选择图片以批量操作。'],
    format: ['Format of the links', '链接格式'],
    copyLinks: ['Copy links', '复制链接'],
    linksCopied: ['# links copied', '已复制 # 个链接'],
    linksTitle: [
      (count: number, format: string) => `${counted(count, 'link', 'links')}: ${format}`,
      (count: number, format: string) => `${grouped(count)} 个链接：${format}`,
    ],
    moreActions: ['More', '更多'],
    downloadZip: ['Download as ZIP', '下载 ZIP'],
    setCategory: ['Set category', '设置分类'],
    setEnd: ['Set expiry', '设置到期'],
    newTitle: ['Title for all of them', '统一标题'],
    setTitle: ['Set title', '设置标题'],
    addTo: ['Add to album', '加入相册'],
    moveTo: ['Move to album', '移到相册'],
    takeOut: ['Remove from album', '从此相册移出'],
    deleteQuestion: [
      'Their links stop working at once. You can restore them from “Recently deleted”.',
      '链接将立即失效，可在“最近删除”中恢复。',
    ],
    deleteSelected: ['Delete the selected', '删除所选'],
    deletedTitle: ['Recently deleted', '最近删除'],
    deletedLead: [
      (quota: string | undefined): string =>
        quota === undefined
          ? 'Images stay here for a week, then they are gone for good.'
          : `Images stay here for a week, then they are gone for good. Where they take up more than your quota of ${quota}, the oldest go sooner.`,
      (quota: string | undefined) =>
        quota === undefined
          ? '图片在此保留一周，之后彻底删除。'
          : `图片在此保留一周，之后彻底删除。总大小超过您的配额 ${quota} 时，最早删除的会提前彻底删除。`,
    ],
    nothingDeleted: ['Nothing to restore', '没有可恢复的图片'],
    nothingDeletedHint: [
      'Deleted images wait here for a week, in case you change your mind.',
      '删除的图片会在这里保留一周，以便您改变主意。',
    ],
    restoreHint: ['Select images to restore them, or to delete them for good.', '选择图片以恢复或彻底删除。'],
    restore: ['Restore the selected', '恢复所选'],
    purge: ['Delete for good', '彻底删除'],
    purgeQuestion: ['No one can restore the selected images afterwards.', '所选图片将无法再恢复。'],
    purgeSelected: ['Delete the selected for good', '彻底删除所选'],
    back: ['Back to the gallery', '返回图库'],
    backToAlbum: [(name: string) => `Back to ${name}`, (name: string) => `返回“${name}”`],
  },
  image: {
    publicPage: ['Public page', '公开页面'],
    copy: ['Copy', '复制'],
    previous: ['Previous image', '上一张'],
    next: ['Next image', '下一张'],
    neighbours: ['Other images', '其他图片'],
    download: ['Download', '下载'],
    link: ['Link', '链接'],
    linked: ['With a link to its page', '附带图片页面链接'],
    pageLink: ['Link to its page', '图片页面链接'],
    qrCode: ['QR code', '二维码'],
    qrCodeOf: [(address: string) => `QR code of ${address}`, (address: string) => `${address} 的二维码`],
    albums: ['Albums', '相册'],
    inNoAlbum: ['In no album', '不在任何相册中'],
    title: ['Title', '标题'],
    description: ['Description', '描述'],
    add: ['Add', '加入'],
    deleteThis: ['Delete this image', '删除这张图片'],
    facts: ['Details', '详情'],
    fileName: ['File name (only you see it)', '文件名（仅您可见）'],
    uploaded: ['Uploaded', '上传时间'],
    category: ['Category', '分类'],
    size: ['Size', '大小'],
    dimensions: ['Dimensions', '尺寸'],
    frames: ['Frames', '帧数'],
    type: ['Type', '类型'],
    removed: ['Removed metadata', '已移除的元数据'],
    nothingRemoved: ['none', '无'],
    end: ['Expires', '到期时间'],
    noEnd: ['never', '永不'],
    newEnd: ['Expires in', '多久后到期'],
    sentWith: ['Uploaded with', '所用密钥'],
    goneKey: ['a key that is gone', '已不存在的密钥'],
    sha256: ['SHA-256 as received', '收到时的 SHA-256'],
  },
  copyFormat: {
    url: ['Direct link', '直链'],
    markdown: ['Markdown', 'Markdown'],
    markdownLinked: ['Markdown with link', 'Markdown（带链接）'],
    html: ['HTML', 'HTML'],
    htmlLinked: ['HTML with link', 'HTML（带链接）'],
    bbcode: ['BBCode', 'BBCode'],
    bbcodeLinked: ['BBCode with link', 'BBCode（带链接）'],
    thumbnail: ['Thumbnail', '缩略图'],
    thumbnailLinked: ['Thumbnail with link (Markdown)', '缩略图（Markdown，带链接）'],
  },
})

export const galleryNotices = texts({
  imageSaved: [(_about: string) => 'Title and description are saved.', () => '标题和描述已保存。'],
  imagesDeleted: [
    (about: string) =>
      `${counted(about, 'image', 'images')} deleted. You can restore ${about === '1' ? 'it' : 'them'} from “Recently deleted”.`,
    (about: string) => `已删除 ${about} 张图片，可在“最近删除”中恢复。`,
  ],
  imagesRestored: [
    (about: string) => `${counted(about, 'image', 'images')} restored.`,
    (about: string) => `已恢复 ${about} 张图片。`,
  ],
  imagesPurged: [
    (about: string) => `${counted(about, 'image', 'images')} deleted for good.`,
    (about: string) => `已彻底删除 ${about} 张图片。`,
  ],
  imagesPurgedLater: [
    (about: string) =>
      `${counted(about, 'image', 'images')} deleted for good. The storage is not answering, so that files can stay in it for up to two hours.`,
    (about: string) => `已彻底删除 ${about} 张图片。存储暂无响应，文件最迟两小时内清除。`,
  ],
  imagesUploadedAnew: [
    (about: string) =>
      `${counted(about, 'image', 'images')} stayed deleted, because the same file was uploaded again meanwhile.`,
    (about: string) => `${about} 张图片未恢复，因为同样的文件已重新上传。`,
  ],
  imagesAdded: [(about: string) => `Added to “${about}”.`, (about: string) => `已加入“${about}”。`],
  imagesMoved: [(about: string) => `Moved to “${about}”.`, (about: string) => `已移到“${about}”。`],
  imagesCategorized: [
    (_about: string) => 'Category changed.',
    (about: string) => `已更改 ${about} 张图片的分类。`,
  ],
  imagesEnd: [
    (about: string) => `${counted(about, 'image has', 'images have')} a new expiry.`,
    (about: string) => `已更改 ${about} 张图片的到期时间。`,
  ],
  imagesStay: [
    (about: string) => `${counted(about, 'image never expires', 'images never expire')} now.`,
    (about: string) => `${about} 张图片现在永久保留。`,
  ],
  imagesTitled: [
    (about: string) => `${counted(about, 'image has', 'images have')} the title now.`,
    (about: string) => `已更改 ${about} 张图片的标题。`,
  ],
  imagesTakenOut: [
    (about: string) => `Taken out of “${about}”.`,
    (about: string) => `已从“${about}”中移出。`,
  ],
})
