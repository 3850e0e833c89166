import { createFieldCollector, type FieldLimits, type FormField } from './field-collector.ts'
import type { PartHead } from './part-head.ts'
import { createMultipartReader, defaultMultipartLimits, type MultipartLimits } from './reader.ts'

/** Where the bytes of one file go. */
export interface FileSink {
  /** Takes the next bytes; no more are read from the body until it resolves. It must not keep `bytes`. */
  write(bytes: Uint8Array): Promise<void> | void
  /** Called once after the last byte. A sink not ended when `readForm` rejects is its opener's to discard. */
  end(): Promise<void> | void
}

/** Bounds on a form's structure and on its text; the length of files is for their sinks to bound. */
export interface FormLimits extends MultipartLimits, FieldLimits {}

/** The reader's limits, 64 KiB for a field, 256 KiB for all fields together. */
export const defaultFormLimits: FormLimits = {
  ...defaultMultipartLimits,
  fieldBytes: 65_536,
  fieldsBytes: 262_144,
}

/**
 * Reads a whole form from a request's body: gathers its text fields and streams each file to the sink that
 * `openFile` returns for it, at the pace of that sink. On any failure the body is cancelled.
 *
 * @returns the fields in the order sent, doubled ones included.
 * @throws {MultipartFailure} every code but those of `readBoundary`; whatever the body and the sinks throw
 */
export async function readForm(
  body: AsyncIterable<Uint8Array>,
  options: {
    boundary: string
    limits?: FormLimits
    openFile: (part: PartHead) => Promise<FileSink> | FileSink
  },
): Promise<FormField[]> {
  const limits = options.limits ?? defaultFormLimits
  const reader = createMultipartReader({ boundary: options.boundary, limits })
  const fields = createFieldCollector(limits)
  let sink: FileSink | undefined

  for await (const chunk of body) {
    for (const event of reader.push(chunk)) {
      switch (event.kind) {
        case 'part':
          sink = event.part.isFile ? await options.openFile(event.part) : fields.open(event.part.name)
          break
        case 'data':
          await sink?.write(event.bytes)
          break
        case 'partEnd':
          await sink?.end()
          break
        case 'end':
          break
      }
    }
  }
  reader.finish()
  return fields.collected
}
