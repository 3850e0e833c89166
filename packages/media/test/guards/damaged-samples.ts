import { markedImages, opaque } from '../marked.ts'
import { readParts, stray, strayParts } from '../stray-parts.ts'
import { damagedAvifs } from './damaged-avif.ts'
import { damagedExif } from './damaged-exif.ts'
import { damagedFilms } from './damaged-films.ts'
import { damagedGainMaps } from './damaged-gain-map.ts'
import { damagedGifs } from './damaged-gif.ts'
import { damagedJpegs } from './damaged-jpeg.ts'
import { damagedPackets } from './damaged-packets.ts'
import { damagedPngs } from './damaged-png.ts'
import { type DamagedSample, owner, place, sample } from './damaged-sample.ts'
import { damagedSvgs } from './damaged-svg.ts'
import { damagedWebps } from './damaged-webp.ts'
import { hides } from './hiding.ts'

/** Parts that no decoder reads, and images with valid metadata. */
const others: DamagedSample[] = [
  ...strayParts.map(({ name, planted, clean }) => ({
    ...sample(name, planted, ['application'], { planted: hides(planted, stray) ? [stray] : [] }),
    clean,
  })),
  ...readParts.map(([name, bytes], index) => ({
    ...sample(`${name} whose every part is read (${index})`, bytes, [], { planted: [] }),
    clean: bytes,
  })),
  ...markedImages.map(({ name, bytes, located, stripped }) => ({
    ...sample(`${name} with all kinds of metadata`, bytes, located, {
      strip: stripped,
      planted: [place, opaque].filter((word) => hides(bytes, word)),
      stay: [owner],
    }),
  })),
]

/** Images of every format with damaged metadata, and valid ones for comparison. */
export const damagedSamples: DamagedSample[] = [
  ...damagedExif,
  ...damagedPackets,
  ...damagedJpegs,
  ...damagedGainMaps,
  ...damagedPngs,
  ...damagedGifs,
  ...damagedWebps,
  ...damagedAvifs,
  ...damagedFilms,
  ...damagedSvgs,
  ...others,
]
