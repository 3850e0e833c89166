import { createStatusLine, type StatusLine } from './status-line.ts'

function find<T extends HTMLElement>(id: string, kind: { new (): T }): T {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`the page has no ${id}`)
}

/** Elements of the page for the script. */
export interface PageElements {
  readonly playground: HTMLElement
  readonly charset: HTMLSelectElement
  readonly preset: HTMLSelectElement
  readonly worth: HTMLElement
  readonly swap: HTMLButtonElement
  readonly copyLink: HTMLButtonElement
  readonly copyCode: HTMLButtonElement
  readonly suggestKey: HTMLButtonElement
  readonly tildeNote: HTMLElement
  readonly keySetting: HTMLElement
  readonly key: HTMLInputElement
  readonly showKey: HTMLButtonElement
  readonly local: HTMLInputElement
  readonly status: StatusLine
  /** Link to the page in the other language. */
  readonly language: HTMLAnchorElement
  readonly text: PaneElements
  readonly cipher: PaneElements
}

export interface PaneElements {
  readonly area: HTMLTextAreaElement
  readonly count: HTMLElement
  readonly copy: HTMLButtonElement
  readonly clear: HTMLButtonElement
  readonly open: HTMLButtonElement
  readonly file: HTMLInputElement
  readonly save: HTMLButtonElement
}

export function findPageElements(): PageElements {
  const pane = (name: string): PaneElements => ({
    area: find(name, HTMLTextAreaElement),
    count: find(`${name}-count`, HTMLElement),
    copy: find(`copy-${name}`, HTMLButtonElement),
    clear: find(`clear-${name}`, HTMLButtonElement),
    open: find(`open-${name}`, HTMLButtonElement),
    file: find(`file-${name}`, HTMLInputElement),
    save: find(`save-${name}`, HTMLButtonElement),
  })
  return {
    playground: find('playground', HTMLElement),
    charset: find('charset', HTMLSelectElement),
    preset: find('preset', HTMLSelectElement),
    worth: find('worth', HTMLElement),
    swap: find('swap', HTMLButtonElement),
    copyLink: find('link-cipher', HTMLButtonElement),
    copyCode: find('code-cipher', HTMLButtonElement),
    suggestKey: find('suggest-key', HTMLButtonElement),
    tildeNote: find('tilde-note', HTMLElement),
    keySetting: find('key-setting', HTMLElement),
    key: find('key', HTMLInputElement),
    showKey: find('show-key', HTMLButtonElement),
    local: find('local', HTMLInputElement),
    status: createStatusLine(find('status', HTMLElement)),
    language: find('language', HTMLAnchorElement),
    text: pane('text'),
    cipher: pane('cipher'),
  }
}
