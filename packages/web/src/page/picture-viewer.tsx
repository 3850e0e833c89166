/** @jsxImportSource hono/jsx */

import { maxTitleCharacters } from '@pictoglyph/site/language/text-field'
import { Fragment, jsx } from 'hono/jsx'
import type { Language } from '../language.ts'
import { viewerWords } from './viewer-words.ts'

/**
 * The viewer over a page whose links have `data-picture`. It needs a script.
 * @param props.canChange whether the page's own form can delete and rename the pictures
 */
export const PictureViewer = ({ language, canChange }: { language: Language; canChange: boolean }) =>
  jsx(
    'picture-viewer',
    {
      'data-words': JSON.stringify(viewerWords[language]),
      ...(canChange && { 'data-max-title': maxTitleCharacters }),
    },
    jsx(Fragment, {}),
  )
