/** @jsxImportSource hono/jsx */
import { Icon } from '@pictoglyph/web/page/icon'
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'

/** Opens a panel, without a script too. Absent if the panel is already open on the page. */
export const CreateButton = (props: { panel: string; label: string; isOpen: boolean; isQuiet?: boolean }) =>
  props.isOpen ? null : (
    <button type="button" class={props.isQuiet === true ? 'quiet' : ''} popovertarget={props.panel}>
      {props.label}
    </button>
  )

/**
 * The form for a new thing, in a drawer next to its list. It is above the list if it was refused, if the list is empty,
 * and in browsers without popovers.
 */
export const CreatePanel = (props: { id: string; label: string; isOpen: boolean; children: Child }) => {
  const { common } = useConsole().text
  if (props.isOpen) return <div id={props.id}>{props.children}</div>
  return (
    <div id={props.id} class="create-panel" popover="auto" role="dialog" aria-label={props.label}>
      <button
        type="button"
        class="quiet way-back"
        popovertarget={props.id}
        popovertargetaction="hide"
        aria-label={common.close}
      >
        <Icon name="close" />
      </button>
      {props.children}
    </div>
  )
}

/** The head of one of several lists on a page, with its create button. */
export const SectionHead = (props: { title: string; children?: Child }) => (
  <header class="section-head">
    <h2>{props.title}</h2>
    <div class="page-actions">{props.children}</div>
  </header>
)
