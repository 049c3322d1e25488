import { createContext, useContext } from 'react'
import type { PageDocument } from '../../../things/entries/page-document.ts'

/** The edited page, for the panels around the canvas. */
export type EditorApi = {
  readonly document: () => PageDocument
  /** Replaces the document on the canvas; the user can undo it. */
  readonly replace: (document: PageDocument) => void
  /** Id of the selected block. */
  readonly selected: number | null
  readonly select: (id: number | null) => void
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void
}

export const EditorContext = createContext<EditorApi | null>(null)

export function useEditor(): EditorApi {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('Outside of the page builder')
  return editor
}
