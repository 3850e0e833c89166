/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/console-context.ts'

/** What covers any page while files are held over it. */
export const DropOverlay = () => {
  const { upload } = useConsole().text
  return (
    <div class="drop-overlay" hidden data-drop-overlay="" aria-hidden="true">
      <p>{upload.dropHere}</p>
    </div>
  )
}
