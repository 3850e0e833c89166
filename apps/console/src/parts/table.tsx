/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'

/**
 * A table. On a narrow screen each row becomes a card, with each cell's `data-label` before it; a table of few short
 * columns (`narrow`) stays as it is. A column of buttons is named ''.
 */
export const Table = (props: {
  label: string
  columns: readonly Child[]
  narrow?: boolean
  children: Child
}) => {
  const { common } = useConsole().text
  return (
    <section class={props.narrow === true ? 'table narrow' : 'table'} aria-label={props.label} tabindex={0}>
      <table>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th scope="col">
                {column === '' ? <span class="visually-hidden">{common.actions}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  )
}
