/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'

/** A column of a list; a wide one is left out where there is room for little. */
interface Column {
  label: string
  isWide?: boolean
}

/** Things to be read, a line each: 48 pixels high, however many there are. A line leads to its thing. */
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

/** The first cell of a line. With script its page opens beside the list, from anywhere in the line. */
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

/** A cell in one line. */
export const RowCell = ({ isWide, children }: { isWide?: boolean; children: Child }) => (
  <td class={isWide === true ? 'wide' : undefined}>{children}</td>
)
