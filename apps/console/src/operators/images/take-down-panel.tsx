/** @jsxImportSource hono/jsx */
import { maxReasonCharacters } from '@pictoglyph/site/images/take-down'
import { useConsole } from '../../context/console-context.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { CheckField, Field } from '../../parts/form.tsx'
import { useRefused } from '../../parts/refused-field.tsx'

/** Asks for the reason and options of a takedown. Place it in a form that is sent to `/all-images/take-down`. */
export const TakeDownPanel = ({ confirm }: { confirm: string }) => {
  const { allImages: text, takenDown } = useConsole().text
  return (
    <Confirm
      label={text.takeDown}
      question={
        <>
          <p>{text.takeDownQuestion}</p>
          <Field
            label={takenDown.reason}
            hint={takenDown.reasonHint}
            name="reason"
            control={{ maxlength: maxReasonCharacters, autocomplete: 'off' }}
          />
          <CheckField label={text.copies} hint={text.copiesHint} name="copies" />
          <CheckField label={text.forGood} hint={text.forGoodHint} name="forGood" />
        </>
      }
      confirm={confirm}
      isOpen={'aria-invalid' in useRefused('reason')}
      button={{ formaction: '/all-images/take-down' }}
    />
  )
}
