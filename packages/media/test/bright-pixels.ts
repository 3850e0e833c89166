import sharp from 'sharp'

declare module 'sharp' {
  /** Parts that sharp's types omit. */
  interface Sharp {
    withGainMap(): Sharp
    keepGainMap(): Sharp
  }
}

/**
 * Decodes a JPEG with its gain map for a display of high dynamic range, by libultrahdr as an independent decoder;
 * `undefined` if it finds no gain map.
 */
export async function brightPixelsOf(bytes: Uint8Array): Promise<Buffer | undefined> {
  const { gainMap } = await sharp(bytes).metadata()
  return gainMap && (await sharp(bytes).withGainMap().raw({ depth: 'float' }).toBuffer())
}

/** The same photograph, written by libultrahdr. */
export async function rewrittenByLibultrahdr(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await sharp(bytes).keepGainMap().jpeg().toBuffer())
}
