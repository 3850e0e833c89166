import { expect, test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { Failure } from '@pictoglyph/site/language/failure'
import { readBoundary } from '../../src/multipart/headers.ts'
import { readForm } from '../../src/upload/read-upload-form.ts'
import { cut } from './bodies.ts'

const lineEnd = '\r\n'

/** A body as programs send it: text, a file, a nested type, and words around the parts. */
const body = [
  'before',
  '--XbX',
  'Content-Disposition: form-data; name="title"',
  'Content-Type: text/plain; charset="latin1"',
  '',
  'a \u00e9',
  '--XbX ',
  'content-disposition:form-data;name=file; filename="a \\"b\\".png"',
  'Content-Transfer-Encoding: "binary"',
  '',
  'bytes',
  '--XbX',
  "Content-Disposition: form-data; name=note; filename*=UTF-8''%C3%A9.txt",
  ' continued',
  'Content-Type: image/png',
  '',
  '',
  '--XbX--',
  'after',
].join(lineEnd)

/** Slips of a sender at one place of a body, by what it sends there. */
const slips: Record<string, (sign: string) => string> = {
  missing: () => '',
  twice: (sign) => sign + sign,
  'as a space': () => ' ',
  'as a line feed': () => '\n',
  'as a quotation mark': () => '"',
  'as NUL': () => '\0',
}

/** What a reader makes of a body: its fields and files, or the refusal. */
async function outcomeOf(text: string, lengths: readonly number[] = [7]): Promise<string> {
  const seen: string[] = []
  try {
    const fields = await readForm(
      new Blob(cut(Buffer.from(text, 'latin1'), lengths).map((part) => Uint8Array.from(part))).stream(),
      {
        boundary: 'XbX',
        fieldNames: ['title', 'note'],
        openFile: ({ name, fileName }) => {
          const pieces: Uint8Array[] = []
          return {
            write: (piece) => void pieces.push(piece.slice()),
            end: () => void seen.push(`${name} (${fileName}) ${Buffer.concat(pieces).toString('latin1')}`),
          }
        },
      },
    )
    return JSON.stringify([...fields.map(({ name, value }) => `${name}=${value}`), ...seen])
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.message.replaceAll('\0', '\\0')
  }
}

test('a form with a slip is read, or refused, as recorded', async () => {
  const whole = await outcomeOf(body)
  expect(await outcomeOf(body, [1])).toBe(whole)
  const lines = [...body.split(lineEnd).map((line) => `| ${line}`), `= ${whole}`]
  for (const [slip, edit] of Object.entries(slips)) {
    const places = new Map<string, string[]>()
    for (let at = 0; at < body.length; at += 1) {
      const outcome = await outcomeOf(body.slice(0, at) + edit(body.charAt(at)) + body.slice(at + 1))
      places.set(outcome, [...(places.get(outcome) ?? []), String(at)])
    }
    places.delete(whole)
    lines.push(
      '',
      `# A byte ${slip}`,
      ...Array.from(places, ([outcome, at]) => `${outcome}: ${at.join(' ')}`),
    )
  }
  lines.push('', '# Cut short')
  let before = ''
  for (let length = 0; length < body.length; length += 1) {
    const outcome = await outcomeOf(body.slice(0, length))
    if (outcome !== before) lines.push(`from ${length}: ${outcome}`)
    before = outcome
  }
  await expectRecorded(new URL('./edited-forms.txt', import.meta.url), lines)
}, 60_000)

test('the type of a form with a slip is read, or refused, as recorded', async () => {
  const types = [
    'multipart/form-data; boundary=XbX',
    'Multipart/Form-Data ; charset=utf-8 ; Boundary = "X b" ;',
    'multipart/form-data; a="\\"x"; boundary=a\'()+_,-./:=?b',
    `multipart/form-data; boundary=${'x'.repeat(70)}`,
  ]
  const read = (type: string | null): string => {
    try {
      return `boundary ${readBoundary(type)}`
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return error.message.replaceAll('\0', '\\0')
    }
  }
  const lines = [
    null,
    '',
    'multipart/form-data',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/form-data; boundary=a; boundary=a',
  ].map((type) => `${type}: ${read(type)}`)
  for (const type of types) {
    const whole = read(type)
    const places = new Map<string, string[]>()
    for (const [slip, edit] of Object.entries(slips))
      for (let at = 0; at < type.length; at += 1) {
        if (type.charAt(at) === type.charAt(at - 1)) continue
        const outcome = read(type.slice(0, at) + edit(type.charAt(at)) + type.slice(at + 1))
        places.set(outcome, [...(places.get(outcome) ?? []), `${slip} ${at}`])
      }
    places.delete(whole)
    lines.push(
      '',
      `# ${type}`,
      `= ${whole}`,
      ...Array.from(places, ([outcome, at]) => `${outcome}: ${at.join(', ')}`),
    )
  }
  await expectRecorded(new URL('./edited-types.txt', import.meta.url), lines)
})
