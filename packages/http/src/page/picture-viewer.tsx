/** @jsxImportSource hono/jsx */
import { Fragment, jsx } from 'hono/jsx'
import type { Language } from '../language.ts'
import { viewerWords } from './viewer-words.ts'

/**
 * The viewer over a page whose links have `data-picture`; without a script it shows nothing.
 * @param props.canDelete whether the page's own form can delete the pictures
 */
export const PictureViewer = ({ language, canDelete }: { language: Language; canDelete: boolean }) =>
  jsx(
    'picture-viewer',
    { 'data-words': JSON.stringify(viewerWords[language]), ...(canDelete && { 'data-can-delete': '' }) },
    jsx(Fragment, {}),
  )
