import sharp from 'sharp'

declare module 'sharp' {
  /** What its types leave out. */
  interface Sharp {
    withGainMap(): Sharp
    keepGainMap(): Sharp
  }
}

/**
 * What a display of high dynamic range gets to see of a JPEG with a gain map, as libultrahdr decodes it, which is a
 * decoder that is none of ours; `undefined` where it finds no gain map.
 */
export async function brightPixelsOf(bytes: Uint8Array): Promise<Buffer | undefined> {
  const { gainMap } = await sharp(bytes).metadata()
  return gainMap && (await sharp(bytes).withGainMap().raw({ depth: 'float' }).toBuffer())
}

/** The same photograph as libultrahdr writes it. */
export async function rewrittenByLibultrahdr(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await sharp(bytes).keepGainMap().jpeg().toBuffer())
}
