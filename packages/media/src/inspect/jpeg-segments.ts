import { startsWith } from '../numbers.ts'
import type { RemovedKind } from '../strip/plan.ts'

/** Marker codes (ITU T.81, table B.1). */
export const jpegMarker = {
  temporary: 0x01,
  progressive: 0xc2,
  huffman: 0xc4,
  arithmeticProgressive: 0xca,
  arithmetic: 0xcc,
  firstRestart: 0xd0,
  lastRestart: 0xd7,
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  quantization: 0xdb,
  restartInterval: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app13: 0xed,
  app14: 0xee,
  comment: 0xfe,
} as const

/** First bytes of the data of application segments. */
export const jpegMark = {
  exif: 'Exif\0\0',
  xmp: 'http://ns.adobe.com/xap/1.0/\0',
  extendedXmp: 'http://ns.adobe.com/xmp/extension/\0',
  photoshop: 'Photoshop 3.0\0',
  profile: 'ICC_PROFILE\0',
  pictures: 'MPF\0',
  gainMap: 'urn:iso:std:iso:ts:21496:-1\0',
  jfif: 'JFIF\0',
  jfifExtension: 'JFXX\0',
  adobe: 'Adobe',
} as const

/** Each part of a profile begins with its number, from 1 on, and the number of parts (ICC.1:2022, B.4). */
export const jpegProfileHead = jpegMark.profile.length + 2

/** Bytes of JFIF data that decoders need; further bytes are a thumbnail or unknown. */
export const jfifLength = 14
/** Bytes of Adobe's segment that decoders need. */
export const adobeLength = 12

/**
 * `index` points to further pictures after the end; `gainmap` is metadata of ISO 21496-1; `profile` is a part of the
 * colour profile; the others are other metadata, or belong to the picture.
 */
export type JpegSegmentKind = RemovedKind | 'picture' | 'profile' | 'jfif' | 'adobe' | 'index' | 'gainmap'

/** Classifies a segment by its bytes. */
export function jpegSegmentKind(code: number, data: Uint8Array): JpegSegmentKind {
  const begins = (text: string): boolean => startsWith(data, 0, text)
  switch (code) {
    case jpegMarker.comment:
      return 'comment'
    case jpegMarker.app0:
      return begins(jpegMark.jfif) ? 'jfif' : begins(jpegMark.jfifExtension) ? 'preview' : 'application'
    case jpegMarker.app1:
      if (begins(jpegMark.exif)) return 'exif'
      return begins(jpegMark.xmp) || begins(jpegMark.extendedXmp) ? 'xmp' : 'application'
    case jpegMarker.app2:
      if (begins(jpegMark.profile)) return 'profile'
      return begins(jpegMark.pictures) ? 'index' : begins(jpegMark.gainMap) ? 'gainmap' : 'application'
    case jpegMarker.app13:
      return begins(jpegMark.photoshop) ? 'iptc' : 'application'
    case jpegMarker.app14:
      return begins(jpegMark.adobe) ? 'adobe' : 'application'
  }
  return code < jpegMarker.app0 ? 'picture' : 'application'
}

/** Frames in use: baseline, extended, progressive and lossless, Huffman or arithmetic. */
export const frameMarkers: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xca, 0xcb])

/** Bytes of a scan's header (T.81, B.2.3). @param components number in its first byte */
export function scanHeaderLength(components: number): number {
  return 4 + 2 * components
}

/** Whether a segment defines a table or a setting, which a decoder may read. */
export function isJpegTable(kind: JpegSegmentKind): boolean {
  return kind === 'picture' || kind === 'jfif' || kind === 'adobe'
}
