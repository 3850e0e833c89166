import type { GuestWords } from '../guest-messages.ts'

/** A picture in the list, with its state. */
export interface PictureRow {
  wait(): void
  progress(share: number): void
  busy(seconds: number): void
  sent(pageUrl: string): void
  /** @param again offers to send it again, if that may help */
  fail(reason: string, again?: () => void): void
}

/** Larger pictures are not shown: a phone has little memory for many of them. */
const maxPreviewBytes = 20 * 1024 * 1024

export function createPictureRow(
  file: File,
  template: HTMLTemplateElement,
  list: Element,
  words: GuestWords,
): PictureRow {
  const row = rowOf(template)
  const part = <E extends HTMLElement>(selector: string): E => {
    const found = row.querySelector<E>(selector)
    if (!found) throw new Error(`a row has no ${selector}`)
    return found
  }
  const [bar, state] = [part<HTMLProgressElement>('progress'), part('.state')]
  const again = part<HTMLButtonElement>('button')
  part('.name').textContent = file.name
  again.setAttribute('aria-label', `${words.again}: ${file.name}`)
  if (file.size <= maxPreviewBytes) showPreview(part<HTMLImageElement>('img'), file)
  list.append(row)

  function stand(kind: 'going' | 'sent' | 'refused', text: string): void {
    row.classList.toggle('sent', kind === 'sent')
    row.classList.toggle('refused', kind === 'refused')
    bar.hidden = kind !== 'going'
    state.textContent = text
    again.hidden = true
  }

  return {
    wait() {
      bar.value = 0
      stand('going', words.waiting)
    },
    progress(share) {
      bar.value = share
      stand('going', `${words.sending} ${Math.floor(share * 100)}%`)
    },
    busy: (seconds) => stand('going', words.busy.replace('{seconds}', String(seconds))),
    sent(pageUrl) {
      stand('sent', words.sent)
      row.append(linkTo(pageUrl, `${words.open}: ${file.name}`, words.open))
    },
    fail(reason, onAgain) {
      stand('refused', reason)
      if (onAgain === undefined) return
      again.hidden = false
      again.onclick = onAgain
    },
  }
}

function rowOf(template: HTMLTemplateElement): HTMLElement {
  const row = template.content.firstElementChild?.cloneNode(true)
  if (row instanceof HTMLElement) return row
  throw new Error('the page has no template of a row')
}

function linkTo(address: string, label: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a')
  Object.assign(link, {
    className: 'button quiet',
    href: address,
    target: '_blank',
    rel: 'noopener noreferrer',
  })
  link.setAttribute('aria-label', label)
  link.textContent = text
  return link
}

/** Only what the browser can show of it is shown. */
function showPreview(image: HTMLImageElement, file: File): void {
  const address = URL.createObjectURL(file)
  const forget = () => URL.revokeObjectURL(address)
  image.addEventListener('load', () => {
    image.hidden = false
    forget()
  })
  image.addEventListener('error', forget)
  image.src = address
}
