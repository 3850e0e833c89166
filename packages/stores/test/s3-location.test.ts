import { expect, test } from 'bun:test'
import { hasBucketHost, parseS3Url } from '../src/s3/location.ts'

test('an S3 address names bucket, folder, endpoint, region and public address', () => {
  const endpoint = encodeURIComponent('http://127.0.0.1:9000')
  const publicUrl = encodeURIComponent('https://cdn.example.org/pictures/')
  expect(parseS3Url(`s3://bucket/a/b/?endpoint=${endpoint}&region=eu-west-1&publicUrl=${publicUrl}`)).toEqual(
    {
      bucket: 'bucket',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-west-1',
      prefix: 'a/b/',
      publicUrl: 'https://cdn.example.org/pictures',
    },
  )
})

test("a bucket alone is one of Amazon's in us-east-1", () => {
  expect(parseS3Url('s3://bucket')).toEqual({
    bucket: 'bucket',
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    prefix: '',
    publicUrl: undefined,
  })
})

test.each([
  'http://bucket',
  's3://',
  's3:bucket',
  's3://bucket?regoin=eu-west-1',
  's3://bucket?endpoint=127.0.0.1:9000',
  's3://bucket?endpoint=http://127.0.0.1:9000/path',
  's3://bucket?publicUrl=ftp://example.org',
  's3://bucket?publicUrl=https://example.org/?size=1',
  's3://bucket?publicUrl=https://example.org/%23part',
  's3://bucket?publicUrl=https://name:secret@example.org',
  's3://bucket?endpoint=https://name:secret@example.org',
  's3://bucket?endpoint=https://name@example.org',
  's3://name:secret@bucket',
  's3://name@bucket',
  's3://bucket:9000',
  's3://bucket/100%',
])('%p is refused', (text) => {
  expect(() => parseS3Url(text)).toThrow(TypeError)
})

test('a folder with a bare % is refused with how to write one', () => {
  expect(() => parseS3Url('s3://bucket/100%')).toThrow('a % itself is %25')
})

test.each([
  ['https://pictures.s3.example.org', true],
  ['https://s3.example.org', false],
  ['https://our.pictures.example.org', false],
  ['https://picturesque.example.org', false],
])("with the bucket pictures, %p is the bucket's own host: %p", (endpoint, expected) => {
  const location = parseS3Url(`s3://pictures?endpoint=${encodeURIComponent(endpoint)}`)
  expect(hasBucketHost(location)).toBe(expected)
})

test('a refusal contains no name and no password', () => {
  for (const text of ['s3://name:secret@bucket', 's3://bucket?endpoint=https://name:secret@example.org']) {
    const told = (() => {
      try {
        return parseS3Url(text)
      } catch (error) {
        return String(error)
      }
    })()
    expect(told).toContain('TypeError')
    expect(told).not.toContain('secret')
  }
})
