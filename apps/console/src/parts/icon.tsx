/** @jsxImportSource hono/jsx */

/** Strokes on a ground of 24 by 24. */
const shapes = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  download: 'M12 4v11m-5-4.5l5 5 5-5M5 20h14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  next: 'M9 5l7 7-7 7',
  open: 'M14 5h5v5m0-5l-8 8M11 6H6v12h12v-5',
} as const

type IconName = keyof typeof shapes

/** A sign beside words, or in a button that has a name for those who listen to the page. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon-shape" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
)
