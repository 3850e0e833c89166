/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-shapes.ts'

/** A file's row in an upload queue, for a template; `upload-queue.css` styles it. Its children are buttons. */
export const QueueRow = ({ children }: { children: Child }) => (
  <li class="queue-row">
    <img alt="" width="40" height="40" loading="lazy" decoding="async" />
    <div class="queue-text">
      <strong dir="auto" data-name="" />
      <span class="queue-facts" data-facts="" />
    </div>
    <div class="queue-actions">{children}</div>
    <progress max="1" value="0" aria-hidden="true" />
  </li>
)

type RowAction = 'copy' | 'retry' | 'edit' | 'remove'

/** A button with text; screen readers hear the file's name too. */
export const RowButton = ({ action, words }: { action: RowAction; words: string }) => (
  <button type="button" class="button quiet small" data-do={action}>
    {words} <FileName />
  </button>
)

/** A button with only an icon. */
export const RowIcon = ({ action, icon, words }: { action: RowAction; icon: IconName; words: string }) => (
  <button type="button" class="queue-icon" data-do={action} title={words}>
    <Icon name={icon} />
    <span class="visually-hidden">
      <span data-words="">{words}</span> <FileName />
    </span>
  </button>
)

/** The name of the file, for screen readers. */
export const FileName = () => <span class="visually-hidden" data-name="" />
