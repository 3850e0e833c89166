/** @jsxImportSource hono/jsx */
import { Icon } from '@pictoglyph/web/page/icon'
import { useConsole } from '../context/console-context.ts'

/** From the page of one thing to the list of its kind. Where it stands beside the list, it closes. */
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
