/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/console-context.ts'

/** Tells a disabled thing from the others of a list. */
export const DisabledBadge = () => <span class="badge bad">{useConsole().text.thing.disabled}</span>
