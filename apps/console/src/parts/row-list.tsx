/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'

/** A column of a list; a narrow screen hides a wide one. */
interface Column {
  label: string
  isWide?: boolean
}

/** A list with one row of 48 pixels per thing. A row leads to its thing. */
export const RowList = (props: { label: string; columns: readonly Column[]; children: Child }) => (
  <table class="row-list" aria-label={props.label}>
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

/** The first cell of a row. A script opens the thing's page next to the list, from anywhere in the row. */
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

/** A cell of one line. */
export const RowCell = ({ isWide, children }: { isWide?: boolean; children: Child }) => (
  <td class={isWide === true ? 'wide' : undefined}>{children}</td>
)
