import { texts } from '../texts.ts'

/** Texts of every upload queue. */
export const queueTexts = texts({
  waiting: ['Waiting', '等待中'],
  open: ['Open', '打开'],
  connectionLost: ['The connection was lost.', '连接中断。'],
  /** For a proxy's 413, and for its other answers by `{status}`. */
  proxyTooLarge: [
    'A proxy in front of this site takes no file of this size (often 1 MB by default; client_max_body_size in nginx).',
    '本站前面的代理不接受这么大的文件（通常默认为 1 MB；nginx 中为 client_max_body_size）。',
  ],
  proxyAway: [
    'A proxy in front of this site answered {status}: it could not reach the site, or waited too long. Try again.',
    '本站前面的代理返回了 {status}：它无法连接本站，或等待过久。请重试。',
  ],
})
