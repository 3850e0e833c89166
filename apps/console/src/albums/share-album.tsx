/** @jsxImportSource hono/jsx */

import type { Album } from '@pictoglyph/site/language/records'
import { Icon } from '@pictoglyph/web/page/icon'
import { QrCode } from '@pictoglyph/web/page/qr-code'
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { Form } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'

/** A button that opens an album's sharing: its public page with address and QR code, and its random image. */
export const ShareAlbum = ({ album }: { album: Album }) => {
  const { text } = useConsole()
  return (
    <details class="confirm share-album" data-dismiss="">
      <summary class="button quiet small">
        <span>{text.album.share}</span>
        <HiddenName name={album.name} />
      </summary>
      <div class="confirm-panel stack" id={`share-${album.id}`}>
        {album.publicToken === null ? (
          <>
            <p>{text.album.shareHint}</p>
            <Switch album={album} path="public" value="on">
              {text.album.publish}
            </Switch>
          </>
        ) : (
          <Shared album={album} token={album.publicToken} />
        )}
      </div>
    </details>
  )
}

const Shared = ({ album, token }: { album: Album; token: string }) => {
  const { text, services } = useConsole()
  const { links } = services.site
  const address = links.album(token)
  return (
    <>
      <div class="shared-link">
        <CopyField label={text.album.publicLink} of={album.name} value={address} />
        <a
          class="button quiet small"
          href={address}
          target="_blank"
          rel="noopener"
          title={text.album.openPublic}
          aria-label={text.album.openPublicOf(album.name)}
        >
          <Icon name="open" />
        </a>
      </div>
      <details class="qr">
        <summary>{text.image.qrCode}</summary>
        <QrCode address={address} label={text.image.qrCodeOf(address)} />
      </details>
      {album.hasRandomLink ? (
        <CopyField label={text.album.randomLink} of={album.name} value={links.randomImage(token)} />
      ) : null}
      <div class="together">
        <Switch album={album} path="random" value={album.hasRandomLink ? 'off' : 'on'}>
          {album.hasRandomLink ? text.album.endRandom : text.album.offerRandom}
        </Switch>
        <Switch album={album} path="public" value="off">
          {text.album.unpublish}
        </Switch>
      </div>
    </>
  )
}

/** Switches a public part of an album, and returns to this page with the panel open. */
const Switch = (props: { album: Album; path: 'public' | 'random'; value: 'on' | 'off'; children: Child }) => {
  const context = useConsole()
  const { album, path, value, children } = props
  return (
    <Form action={`/albums/${album.id}/${path}`}>
      <input type="hidden" name="return" value={addressOf(context)} />
      <button
        type="submit"
        class={path === 'public' && value === 'on' ? 'small' : 'quiet small'}
        name={path}
        value={value}
      >
        {children}
        <HiddenName name={album.name} />
      </button>
    </Form>
  )
}
