/** @jsxImportSource hono/jsx */
import type { AccessLines } from '@pictoglyph/site/access/read-access-lines'
import { useConsole } from '../../context/console-context.ts'
import { ExpiryField } from '../../parts/expiry-field.tsx'
import { FailureMessage } from '../../parts/failure-message.tsx'
import { NewForm, TextField } from '../../parts/form.tsx'
import { Cell, Table } from '../../parts/table.tsx'
import { ListSelect } from './entry-fields.tsx'
import { networksPath } from './entry-page.tsx'

/** A form for many networks at once, with a report of invalid lines. */
export const PasteForm = ({ report }: { report: AccessLines | undefined }) => {
  const { access: text } = useConsole().text
  return (
    <NewForm action={`${networksPath}/paste`} usual={{ lines: '', list: 'block' }} class="card stack">
      <h2>{text.pasteTitle}</h2>
      {report === undefined ? null : <Report report={report} />}
      <TextField
        label={text.lines}
        name="lines"
        hint={text.linesHint}
        control={{
          rows: 8,
          required: true,
          spellcheck: false,
          class: 'mono',
          ...(report !== undefined && { 'aria-invalid': 'true', 'aria-describedby': 'pasted-lines' }),
        }}
      />
      <div class="field-row">
        <ListSelect />
        <ExpiryField label={text.ends} />
      </div>
      <div class="together">
        <button type="submit">{text.paste}</button>
        {report === undefined || report.good.length === 0 ? null : (
          <button type="submit" class="quiet" name="skipBad" value="on">
            {text.skipBad(report.good.length)}
          </button>
        )}
      </div>
    </NewForm>
  )
}

const Report = ({ report }: { report: AccessLines }) => {
  const { access: text } = useConsole().text
  return (
    <div class="message bad" role="alert" tabindex={-1} data-focus="">
      <p id="pasted-lines">{text.report(report.problems.length, report.good.length)}</p>
      {report.problems.length === 0 ? null : (
        <Table
          label={text.pasteTitle}
          columns={[{ label: text.line }, { label: text.lineText }, { label: text.lineProblem }]}
        >
          {report.problems.map(({ line, text: written, refusal }) => (
            <tr>
              <Cell>{line}</Cell>
              <Cell>
                <code>{written}</code>
              </Cell>
              <Cell>
                <FailureMessage of={refusal} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </div>
  )
}
