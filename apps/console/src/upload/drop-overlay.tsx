/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/console-context.ts'

/** Covers any page while files are dragged over it. */
export const DropOverlay = () => {
  const { upload } = useConsole().text
  return (
    <div class="drop-overlay" hidden data-drop-overlay="" aria-hidden="true">
      <p>{upload.dropHere}</p>
    </div>
  )
}
