/** @jsxImportSource hono/jsx */
import type { CopyFormatName } from '@pictoglyph/site/images/copy-formats'

/** The kinds of link, each alone and as a link to the image's page. */
const copyTabs = {
  link: ['url', 'page'],
  markdown: ['markdown', 'markdownLinked'],
  html: ['html', 'htmlLinked'],
  bbcode: ['bbcode', 'bbcodeLinked'],
  thumbnail: ['thumbnail', 'thumbnailLinked'],
} as const

/** A kind of link in {@link copyTabs}. */
type CopyTab = keyof typeof copyTabs

/** Every text of the panel. */
interface CopyPanelWords {
  format: string
  tabs: Readonly<Record<CopyTab, string>>
  linked: string
  copy: string
  copied: string
  names: Readonly<Record<CopyFormatName | 'page', string>>
}

interface CopyPanelProps {
  formats: Readonly<Record<CopyFormatName, string>>
  pageUrl: string
  words: CopyPanelWords
}

/**
 * Every format of an image's link, one at a time, in one field with one button. Choosing needs no script; a script
 * remembers the choice.
 */
export const CopyPanel = ({ formats, pageUrl, words }: CopyPanelProps) => {
  const values = { ...formats, page: pageUrl }
  return (
    <div class="copy-panel" data-copy-panel="">
      <fieldset class="copy-tabs">
        <legend class="visually-hidden">{words.format}</legend>
        {Object.keys(copyTabs).map((tab) => (
          <label>
            <input type="radio" name="copy-tab" value={tab} checked={tab === 'link'} />
            <span>{words.tabs[tab as CopyTab]}</span>
          </label>
        ))}
      </fieldset>
      {Object.entries(copyTabs).map(([tab, names]) =>
        names.map((name, index) => (
          <div class={`copy-value ${tab}${index === 1 ? ' linked' : ''}`} data-format={name}>
            <input type="text" readonly value={values[name]} aria-label={words.names[name]} />
            <button type="button" class="button" hidden data-copied={words.copied}>
              {words.copy}
              <span class="visually-hidden"> {words.names[name]}</span>
            </button>
          </div>
        )),
      )}
      <label class="copy-linked">
        <input type="checkbox" name="copy-linked" />
        <span>{words.linked}</span>
      </label>
    </div>
  )
}
