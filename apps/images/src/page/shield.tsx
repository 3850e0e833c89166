/** @jsxImportSource hono/jsx */

/** The sign of what protects people. */
export const Shield = () => (
  <svg class="shield" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d="M12 3l7.5 2.8v5.4c0 4.6-3.1 8.3-7.5 9.8-4.4-1.5-7.5-5.2-7.5-9.8V5.8z" />
    <path d="M8.6 12l2.4 2.4 4.4-4.8" />
  </svg>
)
