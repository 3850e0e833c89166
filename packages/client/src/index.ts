export { type ErrorCode, type ErrorFacts, NetworkError, PictoglyphError } from './errors.ts'
export {
  type CopyFormat,
  createImagesClient,
  type ImagesClient,
  type ImagesClientOptions,
  type UploadedImage,
  type UploadOptions,
  type UploadSource,
  type UploadVerdict,
} from './images-client.ts'
export type { RetryPolicy } from './retries.ts'
export {
  type AlgorithmPreset,
  type AlgorithmType,
  type Charset,
  createTextClient,
  type DecryptedText,
  type DecryptRequest,
  type EncryptedText,
  type EncryptRequest,
  type TextClient,
  type TextClientOptions,
  type TextOptions,
} from './text-client.ts'
export type { Fetch } from './transport.ts'
export type { UploadProgress } from './upload-transport.ts'
