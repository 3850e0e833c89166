/** @jsxImportSource hono/jsx */
import { type IconName, iconShapes } from './icon-shapes.ts'

/** An icon that screen readers skip: words next to it, or the name of its button, say the same. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg class="icon-shape" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={iconShapes[name]} />
  </svg>
)
