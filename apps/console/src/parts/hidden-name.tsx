/** @jsxImportSource hono/jsx */

import type { Child } from 'hono/jsx'

/** For those who listen to a page: for which of several a button is, after words that all of them share. */
export const HiddenName = ({ name }: { name: Child }) => <span class="visually-hidden"> {name}</span>
