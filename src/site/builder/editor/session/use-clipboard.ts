import { useCanvas, useListener } from '../canvas/canvas-context.tsx'
import { isField } from '../panels/use-keys.ts'
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

/** Copies to the system clipboard, and to the browser's storage, in case the system clipboard is not available. */
export function copyText(text: string): void {
  store(text)
  navigator.clipboard?.writeText(text).catch(() => {})
}

/** If the storage is full, the system clipboard has it. */
const store = (text: string) => attempt(() => localStorage.setItem(STORAGE_KEY, text))

/** Copies and pastes blocks, by keyboard outside of text fields, and by the returned functions. */
export function useClipboard() {
  const canvas = useCanvas()
  const { announce } = canvas
  const words = useWords()
  const selectedText = (): string | null => {
    const block = canvas.selectedBlock()
    if (block) announce(words.copied)
    return block ? clipboardText([block]) : null
  }
  /** Without `text`, pastes what was last copied in this browser. False if there are no blocks in it. */
  const paste = (text: string): boolean => {
    if (canvas.isReadOnly) return false
    const blocks = parseClipboard(text || (attempt(() => localStorage.getItem(STORAGE_KEY)) ?? ''))
    if (!blocks) {
      if (text === '') announce(words.nothing)
      return false
    }
    const after = withBlocks(canvas.document(), blocks, canvas.selectedBlock()?.id ?? null)
    announce(after ? words.pasted : words.tooLarge)
    if (after) canvas.replace(after.document, after.id)
    return true
  }
  useListener('copy', (event) => {
    const text = isTyping(event) || hasSelectedText(event) ? null : selectedText()
    if (text === null) return
    store(text)
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  })
  useListener('paste', (event) => {
    if (!isTyping(event) && paste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
  })
  return { copy: () => copyText(selectedText() ?? ''), paste: () => paste('') }
}

const isTyping = ({ target }: Event): boolean => document.querySelector('dialog[open]') !== null || isField(target)

const hasSelectedText = ({ target }: Event): boolean =>
  ((target as Node | null)?.ownerDocument ?? document).getSelection()?.isCollapsed === false
