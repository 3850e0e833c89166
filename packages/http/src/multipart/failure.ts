/** One way a multipart/form-data body can be refused. */
export type MultipartFailureCode =
  | 'NOT_MULTIPART'
  | 'BOUNDARY_MISSING'
  | 'BOUNDARY_INVALID'
  | 'BOUNDARY_DOUBLED'
  | 'PREAMBLE_TOO_LARGE'
  | 'DELIMITER_MALFORMED'
  | 'LINE_ENDS'
  | 'BODY_TRUNCATED'
  | 'TOO_MANY_PARTS'
  | 'PART_HEADER_TOO_LARGE'
  | 'PART_HEADER_MALFORMED'
  | 'PART_NAMELESS'
  | 'PART_NESTED'
  | 'PART_ENCODED'
  | 'FIELD_TOO_LARGE'
  | 'FIELDS_TOO_LARGE'
  | 'FIELD_NOT_TEXT'

/**
 * The sender's body, or its `Content-Type`, is not multipart/form-data as this package accepts it.
 * The message is fit to be shown to the sender.
 */
export class MultipartFailure extends Error {
  override readonly name = 'MultipartFailure'

  constructor(
    readonly code: MultipartFailureCode,
    message: string,
  ) {
    super(message)
  }
}
