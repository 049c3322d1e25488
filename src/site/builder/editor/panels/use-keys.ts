import { useListener, useSelected } from '../canvas/canvas-context.tsx'
import type { Actions } from './use-actions.ts'

/** Whether the user types into this, on the canvas too. */
export const isField = (target: EventTarget | null): boolean =>
  Boolean((target as Element | null)?.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable]'))

const arrows: Partial<Record<string, 'up' | 'down' | 'in' | 'out'>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Keyboard shortcuts in the editor and on the canvas. They replace Puck's own, which announce nothing. */
export function useKeys(actions: Actions, onHelp: () => void): void {
  const isSelected = useSelected() !== undefined
  const actionOf = ({ target, key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => void) | undefined => {
    const letter = key.toLowerCase()
    const isControl = (ctrlKey || metaKey) && !altKey
    if (isControl && letter === 'z') return shiftKey ? actions.redo : actions.undo
    if (isControl && letter === 'y') return actions.redo
    if (isField(target)) return undefined
    if (isControl) return letter === 'd' && isSelected ? actions.duplicate : undefined
    const direction = arrows[key]
    if (altKey) return direction && isSelected ? () => actions.move(direction) : undefined
    if (key === '?') return onHelp
    if (!isSelected) return undefined
    if (key === 'Delete' || key === 'Backspace') return actions.remove
    return key === 'Escape' ? actions.selectParent : undefined
  }
  useListener('keydown', (event) => {
    if (document.querySelector('dialog[open], :popover-open')) return
    const run = actionOf(event)
    const isPucks =
      /^(Delete|Backspace)$/.test(event.key) || ((event.ctrlKey || event.metaKey) && /^[zyi]$/i.test(event.key))
    if (isPucks) event.stopPropagation()
    // In a text editor these keys act on the text.
    const isText = isPucks && (event.target as HTMLElement).isContentEditable
    if (!run || isText) return
    event.preventDefault()
    event.stopPropagation()
    run()
  })
}
