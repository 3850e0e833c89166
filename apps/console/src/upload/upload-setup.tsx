/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/console-context.ts'
import { QueueTemplates } from './queue-templates.tsx'
import type { UploadChoices } from './upload-choices.ts'

/**
 * The data for the upload script, complete in the page so that it works offline: limits, words and templates. Absent if
 * no category takes uploads.
 */
export const UploadSetup = ({ choices, script }: { choices: UploadChoices; script: string }) => {
  const { services, text, csrfToken } = useConsole()
  const { policy } = services.site.snapshot()
  if (choices.categories.length === 0) return null
  return (
    <div
      hidden
      data-upload-setup=""
      data-csrf={csrfToken}
      data-max-bytes={String(policy['upload.maxBytes'])}
      data-metadata={policy['upload.metadata']}
      data-metadata-script={script}
      data-words={JSON.stringify(text.queue)}
    >
      <QueueTemplates {...choices} />
    </div>
  )
}
