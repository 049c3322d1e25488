import { useEffect, useRef } from 'react'
import { findBlock } from '../../../../things/blocks/edits.ts'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import { type EditorApi, useEditor } from '../editor-api.ts'
import { defineWords } from '../words.ts'
import { attempt } from './browser-copy.ts'
import { clipboardText, parseClipboard, withBlocks } from './clipboard.ts'

const useWords = defineWords({
  copied: ['Copied. Paste it on this page or on another one.', 'Copié. Collez-le sur cette page ou sur une autre.'],
  pasted: ['Pasted.', 'Collé.'],
  tooLarge: ['The page would become too large.', 'La page deviendrait trop grande.'],
  nothing: ['There are no blocks to paste. Copy one first.', 'Il n’y a pas de bloc à coller. Copiez-en un d’abord.'],
})

const STORAGE_KEY = 'samovar-builder-clipboard'
const FRAME_LOOK_MS = 1000

/** Copies and pastes blocks, by the keys of the system where no text is typed, and by the returned functions. */
export function useClipboard() {
  const editor = useEditor()
  const words = useWords()
  const actions = {
    /** The selected block as text, which is also what other tabs paste if the system has no clipboard. */
    copyBlock: () => {
      const block = editor.selected === null ? undefined : findBlock(editor.document(), editor.selected)
      if (!block) return null
      editor.announce(words.copied)
      return store(clipboardText([block]))
    },
    copyPage: ({ blocks }: PageDocument) => {
      navigator.clipboard?.writeText(store(clipboardText(blocks))).catch(() => {})
    },
    /** False if the text is none of ours. Without one it is what was copied last in this browser. */
    paste: (text: string) =>
      paste(editor, text === '' ? (attempt(() => localStorage.getItem(STORAGE_KEY)) ?? '') : text, words),
  }
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const stop = new AbortController()
    const listened = new WeakSet<Document>()
    const listen = (place: Document) => {
      if (listened.has(place)) return
      listened.add(place)
      const { signal } = stop
      place.addEventListener('copy', (event) => copied(event, latest.current.copyBlock), { signal })
      place.addEventListener('paste', (event) => pasted(event, latest.current.paste), { signal })
    }
    // The canvas is a frame, whose document changes when it is loaded again.
    const look = () => {
      listen(document)
      for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe:not([sandbox])'))
        if (frame.contentDocument) listen(frame.contentDocument)
    }
    look()
    const timer = setInterval(look, FRAME_LOOK_MS)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [])
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

/** Whether text is typed, or a dialog asks something. */
const isText = ({ target }: Event): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target !== null &&
    'closest' in target &&
    (target as Element).closest('input, select, textarea, [contenteditable]:not([contenteditable="false"])') !== null)

const isEmptySelection = ({ target }: Event): boolean =>
  ((target as Node | null)?.ownerDocument ?? document).getSelection()?.isCollapsed ?? true

function paste(editor: EditorApi, text: string, words: ReturnType<typeof useWords>): boolean {
  const blocks = parseClipboard(text)
  if (editor.isReadOnly) return false
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
  // If there is no room, the clipboard of the system has it.
  attempt(() => localStorage.setItem(STORAGE_KEY, text))
  return text
}
