import { MultipartFailure } from './failure.ts'
import { readParameterizedValue } from './parameters.ts'

const formData = /^\s*multipart\/form-data\s*(?:;|$)/i

/** RFC 2046 section 5.1.1: 1 to 70 of these characters, not ending in a space. */
const wellFormed = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/

/**
 * The boundary that a `Content-Type` of multipart/form-data announces.
 *
 * @throws {MultipartFailure} NOT_MULTIPART, BOUNDARY_MISSING, BOUNDARY_DOUBLED, BOUNDARY_INVALID
 */
export function readBoundary(contentType: string | null): string {
  if (contentType === null || !formData.test(contentType)) {
    throw new MultipartFailure('NOT_MULTIPART', 'The Content-Type must be multipart/form-data.')
  }
  const value = readParameterizedValue(contentType)
  if (value === undefined) {
    throw new MultipartFailure('BOUNDARY_INVALID', 'The parameters of the Content-Type are malformed.')
  }
  const boundaries = value.parameters.filter(({ name }) => name === 'boundary')
  if (boundaries.length > 1) {
    throw new MultipartFailure('BOUNDARY_DOUBLED', 'The Content-Type names more than one boundary.')
  }
  const boundary = boundaries[0]?.value ?? ''
  if (boundary === '') {
    throw new MultipartFailure('BOUNDARY_MISSING', 'The Content-Type names no boundary.')
  }
  if (!wellFormed.test(boundary)) {
    throw new MultipartFailure(
      'BOUNDARY_INVALID',
      "The boundary must be 1 to 70 letters, digits or '()+_,-./:=? and not end in a space.",
    )
  }
  return boundary
}
