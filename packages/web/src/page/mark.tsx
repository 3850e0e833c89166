/** @jsxImportSource hono/jsx */

/** The logo of Pictoglyph: four signs, the alphabet of every cipher. `size` is in CSS pixels. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg class="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
    <rect x="3" y="3" width="11" height="11" rx="1.5" />
    <circle cx="23.5" cy="8.5" r="5.5" />
    <path d="M8.5 18 14.5 29h-12z" />
    <path
      class="stroke"
      d="M18 25.5c1.8-3.6 3.7-3.6 5.5 0s3.7 3.6 5.5 0M18 20c1.8-3.6 3.7-3.6 5.5 0s3.7 3.6 5.5 0"
    />
  </svg>
)
