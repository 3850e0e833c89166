import type { Both } from '@pictoglyph/forms/both'
import type { RemovedKind, RemovedMetadata } from '@pictoglyph/site/language/records'
import type { Language } from '../language.ts'
import { inLanguages } from '../texts.ts'

const words = inLanguages({
  kinds: {
    exif: ['camera data', '相机信息'],
    location: ['location', '位置'],
    preview: ['embedded previews', '内嵌预览图'],
    xmp: ['XMP', 'XMP'],
    iptc: ['IPTC', 'IPTC'],
    comment: ['comments', '注释'],
    text: ['text', '文字'],
    time: ['time stamps', '时间'],
    application: ["programs' data", '软件数据'],
    trailing: ['bytes after its end', '文件末尾之后的内容'],
  } satisfies Record<RemovedKind, Both>,
  comma: [', ', '、'],
})

/**
 * The metadata removed from a file, as pages list it: `camera data, location`. A kind from another release is shown
 * under its own name.
 */
export function removedMetadata(removed: readonly RemovedMetadata[], language: Language): string {
  return namesOf(removed, language).join(words[language].comma)
}

/** The metadata as part of a sentence: `camera data and location`. */
export function removedInSentence(removed: readonly RemovedMetadata[], language: Language): string {
  return new Intl.ListFormat(language).format(namesOf(removed, language))
}

function namesOf(removed: readonly RemovedMetadata[], language: Language): string[] {
  const known: Readonly<Record<string, string>> = words[language].kinds
  return removed.map(({ kind }) => (Object.hasOwn(known, kind) ? (known[kind] ?? kind) : kind))
}
