/** @jsxImportSource hono/jsx */
import { fileReport, findReportable, maxReportNote, reportReasons } from '@pictoglyph/site/reports'
import type { ConsoleContext } from '../context/console-context.ts'
import { idOf } from '../context/page-address.ts'
import { showPage } from '../page/page.tsx'
import { NewForm, SelectField, Submit, TextField } from '../parts/form.tsx'
import { imageName } from '../parts/shown-name.ts'
import { type ConsoleRoute, openAction, openPage } from '../routing/route.ts'

export const reportRoutes: ConsoleRoute[] = [
  openPage('/report/:id', showReport),
  openAction('/report/:id', { run: send, onRefused: showReport }),
]

/** The page where anyone can report an image, while the policy `site.reports` is on. */
async function showReport(context: ConsoleContext): Promise<Response> {
  const { site } = context.services
  const image = await findReportable(site, idOf(context))
  const { report: text } = context.text
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    body: (
      <NewForm
        action={`/report/${image.id}`}
        usual={{ reason: 'illegal', note: '' }}
        class="card narrow stack"
      >
        <p>
          {text.image}: <a href={site.links.page(image)}>{imageName(context.text, image)}</a>
        </p>
        <SelectField
          label={text.reason}
          name="reason"
          choices={reportReasons.map((value) => ({ value, label: text.reasons[value] }))}
        />
        <TextField
          label={text.note}
          hint={text.noteHint}
          name="note"
          control={{ maxlength: maxReportNote }}
        />
        <Submit>{text.send}</Submit>
      </NewForm>
    ),
  })
}

async function send(context: ConsoleContext): Promise<Response> {
  const { form, services, address } = context
  const [reason, note] = [form.get('reason') ?? '', form.get('note') ?? '']
  const { site, tries: limiter } = services
  await fileReport({ ...site, limiter }, address, { imageId: idOf(context), reason, note })
  const { report: text } = context.text
  return showPage(context, { title: text.thanks, lead: text.thanksLead, body: null })
}
