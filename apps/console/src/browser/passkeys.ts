import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Shows the buttons that use a passkey, and sends their forms with what it gives. */
export function enhancePasskeys(root: ParentNode): void {
  if (!browserSupportsWebAuthn()) return
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-passkey]')) {
    const form = button.form
    const field = form?.querySelector<HTMLInputElement>('input[data-passkey-field]')
    const failed = form?.querySelector<HTMLElement>('[data-passkey-failed]')
    if (!form || !field || !failed) continue
    button.hidden = false
    button.addEventListener('click', () => {
      failed.hidden = true
      ask(button).then(
        (given) => {
          field.value = JSON.stringify(given)
          for (const control of form.querySelectorAll<HTMLInputElement>('[data-without-passkey]')) {
            control.required = false
          }
          form.requestSubmit()
        },
        () => {
          failed.hidden = false
        },
      )
    })
  }
}

/** The options are those that our page was made with. */
function ask({ dataset }: HTMLButtonElement): Promise<object> {
  const optionsJSON = JSON.parse(dataset.passkeyOptions ?? '')
  return dataset.passkey === 'create'
    ? startRegistration({ optionsJSON })
    : startAuthentication({ optionsJSON })
}
