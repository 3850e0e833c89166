import { unescaped } from './form-fields.ts'

/** A field that a person sees, with what it holds when the page is opened. */
export interface SeenField {
  name: string
  kind: 'text' | 'choice' | 'boxes'
  /** Of a choice the chosen one, of boxes those that are ticked. */
  values: string[]
  /** Of a choice and of boxes. */
  options: string[]
}

/** A form of a page, as a browser reads it. */
export interface PageForm {
  action: string
  /** Hidden fields, without the token. */
  hidden: [name: string, value: string][]
  seen: SeenField[]
}

const seenTypes = ['text', 'number', 'search', 'email', 'url', 'date', 'checkbox', 'radio']

/** The forms of a page that are posted. */
export async function formsIn(html: string): Promise<PageForm[]> {
  const forms: PageForm[] = []
  let form: PageForm | undefined
  let select: SeenField | undefined
  let lines: SeenField | undefined
  const fieldOf = (name: string, kind: SeenField['kind']): SeenField => {
    const known = form?.seen.find((one) => one.name === name && kind === 'boxes')
    const field = known ?? { name, kind, values: [], options: [] }
    if (known === undefined) form?.seen.push(field)
    return field
  }
  const rewriter = new HTMLRewriter()
    .on('form', {
      element(element) {
        form = { action: unescaped(element.getAttribute('action') ?? ''), hidden: [], seen: [] }
        if (element.getAttribute('method') === 'post') forms.push(form)
        element.onEndTag(() => {
          form = undefined
        })
      },
    })
    .on('input', {
      element(element) {
        const attribute = (name: string) => unescaped(element.getAttribute(name) ?? '')
        const [name, type] = [attribute('name'), attribute('type')]
        if (name === '' || name === 'csrf' || element.hasAttribute('hidden')) return
        if (type === 'hidden') form?.hidden.push([name, attribute('value')])
        if (!seenTypes.includes(type)) return
        const isBox = type === 'checkbox' || type === 'radio'
        const field = fieldOf(name, isBox ? 'boxes' : 'text')
        if (isBox) field.options.push(attribute('value'))
        if (!isBox || element.hasAttribute('checked')) field.values.push(attribute('value'))
      },
    })
    .on('select', {
      element(element) {
        select = fieldOf(unescaped(element.getAttribute('name') ?? ''), 'choice')
      },
    })
    .on('option', {
      element(element) {
        const value = unescaped(element.getAttribute('value') ?? '')
        select?.options.push(value)
        if (select && (element.hasAttribute('selected') || select.values.length === 0))
          select.values = [value]
      },
    })
    .on('textarea', {
      element(element) {
        lines = fieldOf(unescaped(element.getAttribute('name') ?? ''), 'text')
        lines.values = ['']
      },
      text({ text }) {
        if (lines) lines.values = [(lines.values[0] ?? '') + unescaped(text)]
      },
    })
  await rewriter.transform(new Response(html)).text()
  return forms
}

/** What a browser sends of a form in which some fields were written. */
export function sentBy(
  form: PageForm,
  written: Readonly<Record<string, readonly string[]>> = {},
): Record<string, string[]> {
  const sent: Record<string, string[]> = {}
  for (const [name, value] of form.hidden) sent[name] = [...(sent[name] ?? []), value]
  for (const { name, values } of form.seen) sent[name] = [...(written[name] ?? values)]
  return sent
}
