import type { SharpConstructor } from 'sharp'
import type { EndJob } from './sharp-job.ts'

const endMarker = Uint8Array.of(0xff, 0xd9)
/** Decoded, it is nothing but noise. It contains no marker, and forms none with a byte 0xFF before it. */
const noise = Uint8Array.from({ length: 64 }, (_, index) => (index * 89) % 251)
/** The bytes after it may include a restart marker. */
const followed = /extraneous bytes before marker 0xd[0-79]/
/** More rows than a decoder reads at once. */
const lastRows = 32

/**
 * Finds the smallest number of bytes from which, with an end marker behind them, the decoder makes the whole picture;
 * `undefined` if rows are missing.
 *
 * The decoder warns of missing data, but libvips misses the warning for the last rows. So these rows are compared:
 * noise behind the data changes them if and only if the decoder reads it.
 */
export async function findJpegEnd(
  sharp: SharpConstructor,
  bytes: Uint8Array,
  job: EndJob,
): Promise<number | undefined> {
  const received = await decode(bytes, endMarker)
  const suffices = async (to: number) => {
    const plain = await decode(bytes.subarray(0, to), endMarker)
    if (plain.kind !== 'shown') return plain.kind === 'followed'
    if (received.kind === 'shown' && !plain.rows.equals(received.rows)) return false
    const noisy = await decode(bytes.subarray(0, to), noise, endMarker)
    return noisy.kind === 'followed' || (noisy.kind === 'shown' && noisy.rows.equals(plain.rows))
  }

  async function decode(...parts: Uint8Array[]) {
    const height = Math.min(lastRows, job.height)
    try {
      const rows = await sharp(Buffer.concat(parts), { failOn: 'warning', sequentialRead: true })
        .extract({ left: 0, top: job.height - height, width: job.width, height })
        .raw()
        .toBuffer()
      return { kind: 'shown', rows } as const
    } catch (error) {
      const warning = error instanceof Error ? error.message : ''
      const isFollowed = followed.test(warning) && !warning.includes('premature')
      return { kind: isFollowed ? 'followed' : 'cutShort' } as const
    }
  }

  let enough = bytes.length
  if (!(await suffices(enough))) return undefined
  let tooFew = enough - 1
  for (let step = 1; tooFew > job.scanFrom && (await suffices(tooFew)); step *= 2) {
    enough = tooFew
    tooFew = Math.max(job.scanFrom, enough - step * 2)
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2)
    if (await suffices(middle)) enough = middle
    else tooFew = middle
  }
  const whole = await decode(bytes.subarray(0, enough), endMarker)
  return whole.kind === 'shown' ? enough : undefined
}
