import { useEffect, useEffectEvent } from 'react'
import { findBlock } from '../../../../things/blocks/edits.ts'
import { useCanvas } from '../canvas/canvas-context.ts'
import { type EditorApi, useEditor } from '../editor-api.ts'
import { defineWords } from '../words.ts'
import { clipboardText, parseClipboard, withBlocks } from './clipboard.ts'
import { attempt } from './page-copies.ts'

const useWords = defineWords({
  copied: ['Copied. Paste it on this page or on another one.', 'Copié. Collez-le sur cette page ou sur une autre.'],
  pasted: ['Pasted.', 'Collé.'],
  tooLarge: ['The page would become too large.', 'La page deviendrait trop grande.'],
  nothing: ['There are no blocks to paste. Copy one first.', 'Il n’y a pas de bloc à coller. Copiez-en un d’abord.'],
})

const STORAGE_KEY = 'samovar-builder-clipboard'

/** Copies and pastes blocks, by keyboard outside of text fields, and by the returned functions. */
export function useClipboard() {
  const editor = useEditor()
  const { frame, isReadOnly } = useCanvas()
  const words = useWords()
  const actions = {
    /** Copies the selected block, also to the browser's storage, in case the system clipboard is not available. */
    copyBlock: () => {
      const block = editor.selected === null ? undefined : findBlock(editor.document(), editor.selected)
      if (!block) return null
      editor.announce(words.copied)
      return store(clipboardText([block]))
    },
    copyPage: () => {
      navigator.clipboard?.writeText(store(clipboardText(editor.document().blocks))).catch(() => {})
    },
    /** Without `text`, pastes what was last copied in this browser. False if there are no blocks in it. */
    paste: (text: string) =>
      !isReadOnly &&
      paste(editor, text === '' ? (attempt(() => localStorage.getItem(STORAGE_KEY)) ?? '') : text, words),
  }
  const onCopy = useEffectEvent((event: ClipboardEvent) => copied(event, actions.copyBlock))
  const onPaste = useEffectEvent((event: ClipboardEvent) => pasted(event, actions.paste))
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    for (const target of [document, ...(frame ? [frame] : [])]) {
      target.addEventListener('copy', onCopy, { signal })
      target.addEventListener('paste', onPaste, { signal })
    }
    return () => stop.abort()
  }, [frame])
  return actions
}

function copied(event: ClipboardEvent, copyBlock: () => string | null): void {
  if (isText(event) || !isEmptySelection(event)) return
  const text = copyBlock()
  if (text === null) return
  event.clipboardData?.setData('text/plain', text)
  event.preventDefault()
}

function pasted(event: ClipboardEvent, paste: (text: string) => boolean): void {
  if (!isText(event) && paste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
}

/** Whether the user types text or a dialog is open. */
const isText = ({ target }: Event): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target !== null &&
    'closest' in target &&
    (target as Element).closest('input, select, textarea, [contenteditable]:not([contenteditable="false"])') !== null)

const isEmptySelection = ({ target }: Event): boolean =>
  ((target as Node | null)?.ownerDocument ?? document).getSelection()?.isCollapsed ?? true

function paste(editor: EditorApi, text: string, words: ReturnType<typeof useWords>): boolean {
  const blocks = parseClipboard(text)
  if (!blocks) {
    if (text === '') editor.announce(words.nothing)
    return false
  }
  const after = withBlocks(editor.document(), blocks, editor.selected)
  editor.announce(after ? words.pasted : words.tooLarge)
  if (!after) return true
  editor.replace(after.document)
  editor.select(after.id)
  return true
}

function store(text: string): string {
  // If the storage is full, the system clipboard has it.
  attempt(() => localStorage.setItem(STORAGE_KEY, text))
  return text
}
