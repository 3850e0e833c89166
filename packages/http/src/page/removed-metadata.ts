import type { RemovedKind, RemovedMetadata } from '@pictoglyph/core'
import type { Language } from '../language.ts'

const words: Readonly<Record<Language, Readonly<Record<RemovedKind, string>>>> = {
  en: {
    exif: 'camera data',
    location: 'location',
    preview: 'embedded previews',
    xmp: 'XMP',
    iptc: 'IPTC',
    comment: 'comments',
    text: 'text',
    time: 'time stamps',
    application: "programs' data",
    trailing: 'bytes after its end',
  },
  'zh-CN': {
    exif: '相机信息',
    location: '位置',
    preview: '内嵌预览图',
    xmp: 'XMP',
    iptc: 'IPTC',
    comment: '注释',
    text: '文字',
    time: '时间',
    application: '软件数据',
    trailing: '文件末尾之后的内容',
  },
}

const commas: Readonly<Record<Language, string>> = { en: ', ', 'zh-CN': '、' }

/**
 * The metadata that was taken out of a file, as pages list it: `camera data, location`. An unknown kind of another
 * release is shown as it is.
 */
export function removedMetadata(removed: readonly RemovedMetadata[], language: Language): string {
  const known: Readonly<Record<string, string>> = words[language]
  return removed.map(({ kind }) => (Object.hasOwn(known, kind) ? known[kind] : kind)).join(commas[language])
}
