import { createContext, useContext } from 'react'
import type { PageDocument } from '../../../things/entries/page-document.ts'

/** The page that is being edited, for whatever stands around the canvas. */
export type EditorApi = {
  /** The document on the canvas. */
  readonly document: () => PageDocument
  /** Puts another document on the canvas, as an edit that can be undone. */
  readonly replace: (document: PageDocument) => void
  /** The selected block, by its number in the document. */
  readonly selected: number | null
  readonly select: (id: number | null) => void
  /** Says something to whoever uses a screen reader. */
  readonly announce: (text: string) => void
  /** Without it the page is read-only, for example while somebody else edits it. */
  readonly isReadOnly: boolean
  readonly setReadOnly: (isReadOnly: boolean) => void
}

export const EditorContext = createContext<EditorApi | null>(null)

export function useEditor(): EditorApi {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('Outside of the page builder')
  return editor
}
