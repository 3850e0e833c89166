/** @jsxImportSource hono/jsx */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { useConsole } from '../context/console-context.ts'

type Asked =
  | { kind: 'create'; options: PublicKeyCredentialCreationOptionsJSON }
  | { kind: 'get'; options: PublicKeyCredentialRequestOptionsJSON }

/** Sends its form with a passkey's answer; hidden without a script. */
export const PasskeyButton = (props: {
  asked: Asked
  label: string
  /** The field for the answer; `passkey` by default. */
  field?: string
}) => {
  const { asked, label, field = 'passkey' } = props
  const { passkey: text } = useConsole().text
  return (
    <div class="stack">
      <input type="hidden" name={field} data-passkey-field="" />
      <button
        type="button"
        class={asked.kind === 'get' ? 'quiet' : undefined}
        hidden
        data-passkey={asked.kind}
        data-passkey-options={JSON.stringify(asked.options)}
      >
        {label}
      </button>
      <p class="refusal" role="alert" hidden data-passkey-failed="">
        {text.failed}
      </p>
      <noscript>
        <p class="hint">{text.needsScript}</p>
      </noscript>
    </div>
  )
}
