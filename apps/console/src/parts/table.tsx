/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'

/** A table that scrolls by itself where the screen is too narrow for it. */
export const Table = (props: { label: string; columns: readonly Child[]; children: Child }) => (
  <section class="table" aria-label={props.label} tabindex={0}>
    <table>
      <thead>
        <tr>
          {props.columns.map((column) => (
            <th scope="col">{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </section>
)
