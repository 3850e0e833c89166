/** @jsxImportSource hono/jsx */
import { useConsole } from '../../context/console-context.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { CheckField } from '../../parts/form.tsx'

/** Asks how images are taken down. Stands in a form that is sent to `/all-images/take-down`. */
export const TakeDownPanel = ({ confirm }: { confirm: string }) => {
  const { allImages: text } = useConsole().text
  return (
    <Confirm
      label={text.takeDown}
      question={
        <>
          <p>{text.takeDownQuestion}</p>
          <CheckField label={text.copies} hint={text.copiesHint} name="copies" />
          <CheckField label={text.forGood} hint={text.forGoodHint} name="forGood" />
        </>
      }
      confirm={confirm}
      button={{ formaction: '/all-images/take-down' }}
    />
  )
}
