import { classicEncoderOf, type PreparedCharset } from '@pictoglyph/codec'
import type { OfferedPreset } from '../cipher-options.ts'
import { writeThousandths } from '../decimal.ts'

/** An `encrypt` answer before the cipher's own part: who made it, and since when. */
export interface AnswerFacts {
  readonly preset: OfferedPreset
  readonly charset: PreparedCharset
  /** By `performance.now`. */
  readonly startedMs: number
}

/**
 * Writes the bodies of `encrypt` answers as UTF-8, from parts that are kept from one to the next. A body stands
 * in memory that the next one overwrites.
 */
export interface CipherAnswers {
  /** The answer that holds a cipher. */
  ofCipher(cipher: string, facts: AnswerFacts): Uint8Array<ArrayBuffer>
  /** The answer to a text in the classic encoding, without a string in between. */
  ofText(text: string, facts: AnswerFacts): Uint8Array<ArrayBuffer>
}

const utf8 = new TextEncoder()
const head = utf8.encode('{"ok":true,"data":{"cipher":"')
const end = utf8.encode('}}')
/** Room for a number of milliseconds and the end. */
const maxDurationBytes = 32

export function createCipherAnswers(): CipherAnswers {
  const tails = new WeakMap<PreparedCharset, WeakMap<OfferedPreset, Uint8Array>>()
  let memory = new Uint8Array(0)
  let view = new DataView(memory.buffer)

  function tailOf({ preset, charset }: AnswerFacts): Uint8Array {
    const ofCharset = tails.get(charset) ?? new WeakMap<OfferedPreset, Uint8Array>()
    const known = ofCharset.get(preset)
    if (known !== undefined) return known
    const tail = writeTail(preset, charset)
    tails.set(charset, ofCharset.set(preset, tail))
    return tail
  }

  function reserve(bytes: number): void {
    const needed = head.length + bytes + maxDurationBytes
    if (memory.length >= needed) return
    memory = new Uint8Array(2 ** Math.ceil(Math.log2(needed)))
    view = new DataView(memory.buffer)
    memory.set(head)
  }

  /** Byte by byte: for so few, handing them to the engine takes longer. */
  function append(bytes: Uint8Array, at: number): number {
    for (let i = 0; i < bytes.length; i++) memory[at + i] = bytes[i]!
    return at + bytes.length
  }

  function finish(at: number, tail: Uint8Array, startedMs: number): Uint8Array<ArrayBuffer> {
    const numberAt = append(tail, at)
    const endAt = writeThousandths(memory, numberAt, Math.round((performance.now() - startedMs) * 1000))
    return new Uint8Array(memory.buffer, 0, append(end, endAt))
  }

  return {
    ofText(text, facts) {
      const encoder = classicEncoderOf(facts.charset)
      const tail = tailOf(facts)
      reserve(encoder.maxJsonBytes(text.length) + tail.length)
      return finish(encoder.writeJson(text, view, head.length), tail, facts.startedMs)
    },

    ofCipher(cipher, facts) {
      const tail = tailOf(facts)
      const inJson = JSON.stringify(cipher).slice(1, -1)
      reserve(Buffer.byteLength(inJson) + tail.length)
      const { written } = utf8.encodeInto(inJson, memory.subarray(head.length))
      return finish(head.length + written, tail, facts.startedMs)
    },
  }
}

function writeTail({ type, name }: OfferedPreset, charset: PreparedCharset): Uint8Array {
  const facts = JSON.stringify({ algoType: type, algoName: name, charsetName: charset.name })
  return utf8.encode(`",${facts.slice(1, -1)},"durationMs":`)
}
