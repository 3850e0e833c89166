/** @jsxImportSource hono/jsx */
import { Icon } from '@pictoglyph/web/page/icon'
import { useConsole } from '../context/console-context.ts'

/** Link back to the list. In the drawer it closes the drawer. */
export const WayBack = ({ href, children }: { href: string; children: string }) => {
  const { common } = useConsole().text
  return (
    <a class="button quiet way-back" href={href} data-way-back="">
      <span class="from-page">{children}</span>
      <span class="from-drawer">
        <Icon name="close" />
        <span class="visually-hidden">{common.close}</span>
      </span>
    </a>
  )
}
