/** The site's answer to a form that a script has sent. */
interface FormAnswer {
  ok: boolean
  /** Message, page and address of a created image. */
  data?: { told: string; href: string; src: string }
  error?: { message: string }
}

/** Shows the result of a form beneath it, so that sending loses nothing on the page. */
export function enhanceInPlace(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-in-place]')) {
    const result = form.querySelector<HTMLElement>('[data-result]')
    if (result === null) continue
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form, result)
    })
  }
}

async function send(form: HTMLFormElement, result: HTMLElement): Promise<void> {
  const button = form.querySelector('button')
  if (button) button.ariaDisabled = 'true'
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  const answer = await ask(form)
  form.ariaBusy = null
  if (button) button.ariaDisabled = null
  const told = answer?.data?.told ?? answer?.error?.message ?? form.dataset.inPlace ?? ''
  result.className = `message ${answer?.ok === true ? 'good' : 'bad'}`
  result.replaceChildren(...(answer?.data ? [pictureOf(answer.data)] : []), told)
}

async function ask(form: HTMLFormElement): Promise<FormAnswer | undefined> {
  try {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const headers = { Accept: 'application/json' }
    return await (
      await fetch(form.action, { method: 'POST', body: new URLSearchParams(fields), headers })
    ).json()
  } catch {
    // There is no result without a connection, or if a proxy answers.
    return undefined
  }
}

function pictureOf({ href, src, told }: { href: string; src: string; told: string }): HTMLElement {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener'
  const picture = document.createElement('img')
  picture.src = src
  picture.alt = told
  picture.width = 64
  picture.height = 64
  link.append(picture)
  return link
}
