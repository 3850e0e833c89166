/** @jsxImportSource hono/jsx */
import { algorithmTypes, variantsOf } from '@pictoglyph/codec'
import { useConsole } from '../context/use-console.ts'
import { SelectField } from '../parts/form.tsx'
import { NewPart } from './new-part.tsx'

/** Every kind of encoding there is, as a preset names it. */
const schemes = algorithmTypes.flatMap((type) =>
  variantsOf[type].map((variant) => ({ value: `${type}/${variant}`, label: `${type} · ${variant}` })),
)

/** A form for another preset. @param props.written what was written so far */
export const NewPreset = ({ written }: { written: URLSearchParams }) => {
  const { cipher: text } = useConsole().text
  return (
    <NewPart action="/ciphers/presets" title={text.newPreset} add={text.addPreset} written={written}>
      <SelectField label={text.type} name="scheme" value={written.get('scheme') ?? ''} choices={schemes} />
    </NewPart>
  )
}
