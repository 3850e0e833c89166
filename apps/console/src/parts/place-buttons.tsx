/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/console-context.ts'
import { Form } from './form.tsx'

/** Moves one item of an ordered list up or down. */
export const PlaceButtons = (props: { action: string; name: string; isFirst: boolean; isLast: boolean }) => {
  const { common } = useConsole().text
  return (
    <Form action={props.action} class="place">
      <button
        type="submit"
        name="by"
        value="earlier"
        class="plain icon"
        disabled={props.isFirst}
        aria-label={common.moveUp(props.name)}
      >
        ↑
      </button>
      <button
        type="submit"
        name="by"
        value="later"
        class="plain icon"
        disabled={props.isLast}
        aria-label={common.moveDown(props.name)}
      >
        ↓
      </button>
    </Form>
  )
}
