/** @jsxImportSource hono/jsx */
/** Plain text of a description: blank lines separate paragraphs, backquotes surround code. */
export const Prose = ({ text }: { text: string | undefined }) => (
  <div class="prose">
    {(text ?? '')
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph !== '')
      .map((paragraph) => (
        <p>
          <Inline text={paragraph} />
        </p>
      ))}
  </div>
)

/** One line of such text. */
export const Inline = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
)
