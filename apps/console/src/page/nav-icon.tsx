/** @jsxImportSource hono/jsx */

/** Lines of 1.5 in a square of 20, in the colour of the text beside them. */
const paths = {
  gallery: 'M3 4.5h14v11H3zM3 13l4-4 3.5 3.5L13 10l4 3.6M13.2 7.4h.01',
  upload: 'M10 13V3.5M6.5 7 10 3.5 13.5 7M3.5 12.5v4h13v-4',
  albums: 'M3 7h14v9.5H3zM5 4.7h10M7 2.5h6',
  links:
    'M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1',
  keys: 'M10.6 9.4a3.6 3.6 0 1 1-5.1 5.1 3.6 3.6 0 0 1 5.1-5.1zM10.6 9.4l6-6M13.7 6.3l2.3 2.3',
  guests:
    'M3.5 9.5h13V17h-13zM2.5 6h15v3.5h-15zM10 6v11M10 6C7 6 5.5 5 6 3.7S9.3 3 10 6zM10 6c3 0 4.5-1 4-2.3S10.7 3 10 6z',
  account: 'M10 10a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 10 10zM3.8 16.8c.6-3 3-4.6 6.2-4.6s5.6 1.6 6.2 4.6',
  overview: 'M3.5 3v13.5H17M7 13.2V9.5M10.5 13.2V6M14 13.2V8',
  users:
    'M8 9.6a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8zM2.6 16.4c.4-2.8 2.5-4.3 5.4-4.3s5 1.5 5.4 4.3M13 4.2a2.7 2.7 0 0 1 0 5.1M14.6 12.4c1.6.6 2.6 2 2.9 4',
  categories: 'M3 3.5h6l8 8-5.8 5.8L3 9.2zM6.3 6.7h.01',
  policy: 'M3 5.5h7M14 5.5h3M12 3.5v4M3 14.5h3M10 14.5h7M8 12.5v4',
  ciphers:
    'M3.5 3.5H9V9H3.5zM14 3.4a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM6.2 11.5l2.9 5H3.3zM11 14c1-1.9 2-1.9 3 0s2 1.9 3 0',
  access: 'M10 2.8l6 2.2v4.6c0 3.6-2.4 6.3-6 7.6-3.6-1.3-6-4-6-7.6V5zM7.4 9.8l1.9 1.9 3.4-3.6',
  audit: 'M5 2.8h7l3 3v11.4H5zM7.6 9h4.8M7.6 12h4.8M7.6 6h2',
} as const

export type NavIconName = keyof typeof paths

/** The icon of a link in the navigation, which its words name. */
export const NavIcon = ({ of: name }: { of: NavIconName }) => (
  <svg class="nav-icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
