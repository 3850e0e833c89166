import sharp from 'sharp'

/** A JPEG that a camera could have made, without metadata; of about 200 kB at its full width of 900 pixels. */
export async function photograph(width = 900): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 22 } as const
  const image = sharp({ create: { width, height: (width * 2) / 3, channels: 3, background: '#888', noise } })
  for (let quality = 95; quality > 20; quality -= 5) {
    const bytes = await image.clone().blur(0.6).jpeg({ quality }).toBuffer()
    if (bytes.length <= 205_000) return bytes
  }
  throw new Error('no quality gives 200 kB')
}
