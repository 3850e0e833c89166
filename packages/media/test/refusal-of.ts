import { MediaFailure } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'

/** The reason why bytes are refused. @throws {Error} if they are accepted */
export function refusalOf(bytes: Uint8Array): MediaFailure {
  try {
    inspect(bytes)
  } catch (error) {
    if (error instanceof MediaFailure) return error
    throw error
  }
  throw new Error('The bytes were taken for an image')
}
