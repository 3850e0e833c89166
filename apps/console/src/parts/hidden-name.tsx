/** @jsxImportSource hono/jsx */

import type { Child } from 'hono/jsx'

/** Visually hidden suffix, so that screen readers tell equal buttons apart ("Delete *sunset.png*"). */
export const HiddenName = ({ name }: { name: Child }) => <span class="visually-hidden"> {name}</span>
