/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { useConsole } from '../../context/console-context.ts'
import type { UserWithUsage } from './user-usage.ts'

/** The storage of a user's images, as a thin bar if there is a quota. */
export const UsedOfQuota = ({ user }: { user: UserWithUsage }) => {
  const { text, language } = useConsole()
  const { usage, quotaBytes } = user
  const used = formatBytes(usage.bytes, language)
  if (quotaBytes === null) return <span class="number">{used}</span>
  const words = text.user.usedOf(used, formatBytes(quotaBytes, language))
  return (
    <span class="used-of-quota">
      <span class="number">{words}</span>
      <meter
        min={0}
        max={Math.max(quotaBytes, 1)}
        high={quotaBytes * 0.9}
        value={usage.bytes}
        aria-label={words}
      />
    </span>
  )
}
