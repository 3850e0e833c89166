import { texts } from '@pictoglyph/web/texts'

export const moderationTexts = texts({
  takenDown: {
    title: ['Taken down by an operator', '已被管理员下架'],
    because: [
      (reason: string) => `Taken down by an operator: ${reason}`,
      (reason: string) => `已被管理员下架：${reason}`,
    ],
    withAccount: ['hidden with the account', '随账户一同隐藏'],
    hint: ['Only an operator can put it back.', '只有管理员可以恢复。'],
    reason: ['Reason', '原因'],
    reasonHint: [
      'The owner reads it, and whoever uploads the same bytes.',
      '所有者和再次上传相同文件的人会看到。',
    ],
    at: ['Taken down', '下架时间'],
    state: ['Taken down', '已下架'],
    putBackThis: ['Put back', '恢复'],
  },
  hash: {
    title: ['Blocked hashes', '已封禁的哈希'],
    lead: [
      'No one can upload these bytes. What is taken down is blocked until it is put back.',
      '任何人都不能上传这些内容。下架的图片会被封禁，恢复后解除。',
    ],
    sha256: ['SHA-256', 'SHA-256 值'],
    sha256Hint: ['Of the file as received or as stored.', '接收时或存储后的文件。'],
    note: ['Note', '备注'],
    noteHint: ['Only operators read it.', '仅管理员可见。'],
    by: ['Blocked by', '操作者'],
    at: ['Blocked', '封禁时间'],
    toHashes: ['← Blocked hashes', '← 已封禁的哈希'],
    addTitle: ['Block a hash', '封禁哈希'],
    add: ['Block', '封禁'],
    unblock: ['Unblock', '解除封禁'],
    unblockQuestion: ['Accept these bytes again?', '重新接受该内容？'],
    empty: ['No hash is blocked', '没有封禁的哈希'],
  },
  report: {
    title: ['Report an image', '举报图片'],
    lead: [
      'The operators of this site read it. You need no account, and the owner is not told who you are.',
      '本站管理员会查看。无需账户，所有者不会知道您是谁。',
    ],
    image: ['Image', '图片'],
    reason: ['What is wrong with it?', '有什么问题？'],
    reasons: {
      illegal: ['It is illegal', '违法内容'],
      abuse: ['It harasses or threatens someone', '骚扰或威胁他人'],
      privacy: ['It shows someone against their will', '侵犯隐私'],
      copyright: ['It is someone else’s work', '侵犯版权'],
      other: ['Something else', '其他'],
    },
    note: ['Note', '说明'],
    noteHint: [
      'What the operators should know, and how they reach you if they may.',
      '需要管理员了解的情况，如愿意可留下联系方式。',
    ],
    send: ['Send the report', '提交举报'],
    thanks: ['Thank you', '谢谢'],
    thanksLead: ['The operators will look at it.', '管理员会进行处理。'],
    queue: ['Reports', '举报'],
    queueLead: ['What readers report, the oldest first.', '读者的举报，最早的在前。'],
    empty: ['No report waits for you', '没有待处理的举报'],
    why: ['Reason', '原因'],
    count: ['Reports', '举报数'],
    since: ['Since', '最早举报'],
    show: ['Open the image', '打开图片'],
    toReports: ['← Reports', '← 举报'],
    gone: ['The image is gone.', '图片已不存在。'],
    dismiss: ['Dismiss', '忽略'],
    dismissQuestion: ['All reports of this image end, and it stays.', '结束该图片的所有举报，图片保留。'],
  },
})

export const moderationNotices = texts({
  hashBlocked: [(_about: string) => 'These bytes are refused from now on.', () => '从现在起拒绝该内容。'],
  hashUnblocked: [(_about: string) => 'These bytes are accepted again.', () => '已重新接受该内容。'],
  reportsDismissed: [(_about: string) => 'The reports are dismissed.', () => '已忽略这些举报。'],
})
