/** @jsxImportSource hono/jsx */

import { maxTitleCharacters } from '@pictoglyph/site/language/text-field'
import { Fragment, jsx } from 'hono/jsx'
import type { Language } from '../language.ts'
import { viewerWords } from './viewer-words.ts'

/**
 * The viewer over a page whose links have `data-picture`; without a script it shows nothing.
 * @param props.canChange whether the page's own form can delete the pictures and change their titles
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
