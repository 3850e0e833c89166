/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/use-console.ts'

/**
 * The start of a bar over a grid of images: a box that selects all of them, and how many are selected.
 * @param hint what to select them for, while none is
 */
export const SelectionChoice = ({ hint }: { hint: string }) => {
  const { gallery } = useConsole().text
  return (
    <>
      <label class="check" hidden data-select-all-box="">
        <input type="checkbox" />
        <span>{gallery.selectAll}</span>
      </label>
      <span class="muted" role="status" data-selection-count="" data-label={gallery.selected}>
        {hint}
      </span>
      <span class="spring" />
    </>
  )
}
