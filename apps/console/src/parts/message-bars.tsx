/** @jsxImportSource hono/jsx */
import { failureText } from '../text/failure-text.ts'
import { useVisit } from '../visit/visit-context.ts'
import { Form } from './form.tsx'

/** What has just been done, with a way back where there is one. */
export const NoticeBar = () => {
  const { notice, text, services } = useVisit()
  if (notice === undefined) return null
  return (
    <div class="message good" role="status">
      <p>{text.notice[notice.name](notice.about)}</p>
      {notice.imageId === undefined ? null : (
        <a
          class="button quiet small"
          href={services.site.links.page({ id: notice.imageId })}
          target="_blank"
          rel="noopener"
        >
          {text.image.publicPage}
        </a>
      )}
      {notice.undo === undefined ? null : (
        <Form action={notice.undo.path}>
          {notice.undo.fields.map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button type="submit" class="quiet small">
            {text.common.undo}
          </button>
        </Form>
      )}
    </div>
  )
}

/** Why what was asked for was not done. */
export const RefusalBar = () => {
  const { refusal, text } = useVisit()
  if (refusal === undefined) return null
  const { sentence, detail } = failureText(text, refusal.facts)
  return (
    <div class="message bad" role="alert" tabindex={-1} data-focus="">
      <p>
        {sentence}
        {detail === undefined ? null : (
          <>
            {' '}
            <span lang="en">{detail}</span>
          </>
        )}
      </p>
    </div>
  )
}
