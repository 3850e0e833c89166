/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'

/** A column of a table; a narrow screen hides a wide one. */
interface Column {
  label: string
  isWide?: boolean
}

/** A table. Rows that lead to a thing have one line, all others as many as their cells need. */
export const Table = (props: { label: string; columns: readonly Column[]; children: Child }) => (
  <table aria-label={props.label}>
    <thead>
      <tr>
        {props.columns.map(({ label, isWide }) => (
          <th scope="col" class={isWide === true ? 'wide' : undefined}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{props.children}</tbody>
  </table>
)

/** The first cell of a row. A script opens the thing's page next to the table, from anywhere in the row. */
export const RowLink = (props: { href: string; children: Child; badges?: Child; beneath?: Child }) => (
  <th scope="row">
    <span class="row-name">
      <a href={props.href} data-drawer="" dir="auto">
        {props.children}
      </a>
      {props.badges}
    </span>
    {props.beneath === undefined ? null : <span class="row-beneath muted">{props.beneath}</span>}
  </th>
)

export const Cell = ({ isWide, children }: { isWide?: boolean; children: Child }) => (
  <td class={isWide === true ? 'wide' : undefined}>{children}</td>
)
