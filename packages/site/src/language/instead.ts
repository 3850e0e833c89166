import { type MediaType, mediaTypes } from '@pictoglyph/media/media-type'
import type { OtherKind } from '@pictoglyph/media/other-kind'
import { type Message, message } from './message.ts'

/** The kind of an uploaded file that is not an accepted image. */
export type FoundKind = MediaType | OtherKind | 'unknown'

const otherKinds: Record<OtherKind, Message> = {
  heic: message(
    'The file is a HEIC photograph, which most browsers do not show. On an iPhone: Settings, Camera, Formats, Most Compatible.',
  ),
  raw: message('The file is the raw photograph of a camera. Export it as JPEG.'),
  tiff: message('The file is a TIFF image.'),
  bmp: message('The file is a BMP image.'),
  tga: message('The file is a TGA image.'),
  jxl: message('The file is a JPEG XL image.'),
  jp2: message('The file is a JPEG 2000 image.'),
  ico: message('The file is an icon (ICO).'),
  psd: message('The file is a Photoshop document.'),
  pdf: message('The file is a PDF document.'),
  video: message('The file is a video.'),
  audio: message('The file is a sound recording.'),
  zip: message('The file is a ZIP archive.'),
  gzip: message('The file is compressed with gzip, as .svgz files are. Decompress it first.'),
  rar: message('The file is a RAR archive.'),
  '7z': message('The file is a 7z archive.'),
  'apple-double': message(
    'The file holds what macOS keeps beside a file, and no picture. Send the file whose name lacks the "._" at the front.',
  ),
  'read-as-text': message(
    'The file is a picture that a program has read as text, which destroys it. Read and send it as bytes.',
  ),
  'after-blank': message(
    'The file is a picture with a byte order mark or blank space before it, most often from a script. Send only its bytes.',
  ),
  base64: message('The file is a picture in base64, as data URLs have it. Send the bytes, not their base64.'),
  'lfs-pointer': message('The file is a Git LFS pointer, not the picture. Run "git lfs pull" first.'),
  'store-error': message(
    'The file is the error message of an object store such as S3, most often saved by a script. Open it to see why.',
  ),
  'svg-entities': message(
    'The file is an SVG that declares entities (<!ENTITY>), which are not read. Save it as plain SVG; Illustrator does so without "Preserve Illustrator Editing Capabilities".',
  ),
  'svg-encoding': message(
    'The file is an SVG in another encoding than UTF-8, or says that it is. Save it as plain SVG in UTF-8.',
  ),
  'svg-broken': message('The file is an SVG whose XML is not well-formed. Save it again as plain SVG.'),
  html: message('The file is an HTML page, most often a sign-in page that a script has saved.'),
  json: message('The file is JSON, most often the answer of a server that a script has saved.'),
  text: message('The file is text.'),
}

/** Describes the kind of file in a message. */
export function describeFound(found: FoundKind): Message {
  if (found === 'unknown') return message('The file is of no known type.')
  const type = mediaTypes.find((known) => known === found)
  return type === undefined
    ? otherKinds[found as OtherKind]
    : message('The file is of type {type}.', { type })
}

/** The form field found in place of the file: an empty file, a text field of that name, or a file of another name. */
export type InsteadOfFile = { kind: 'empty' } | { kind: 'text' } | { kind: 'otherName'; name: string }

/** Describes in a message what came in place of the file, and how to fix it. */
export function describeInstead(instead: InsteadOfFile): Message {
  switch (instead.kind) {
    case 'empty':
      return message('The file in the form field "file" is empty.')
    case 'text':
      return message('The form field "file" came as text, not as a file. In curl, write file=@PATH.')
    case 'otherName':
      return message('The file came in the form field "{name}". Send it as "file".', { name: instead.name })
  }
}
