import { useEffect, useEffectEvent } from 'react'
import { useCanvas } from '../canvas/canvas-context.ts'
import { useSelected } from '../editor-provider.tsx'
import type { Actions } from './use-actions.ts'

/** Whether the user types into this, on the canvas too. */
export const isField = (target: EventTarget | null): boolean =>
  Boolean((target as Element | null)?.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable]'))

const isEditable = (target: EventTarget | null): boolean => (target as HTMLElement | null)?.isContentEditable === true

/** Keyboard shortcuts in the editor and on the canvas. They replace Puck's own, which announce nothing. */
export function useKeys(actions: Actions, onHelp: () => void): void {
  const { frame } = useCanvas()
  const selected = useSelected()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (document.querySelector('dialog[open], :popover-open')) return
    const run = actionOf(event, { actions, onHelp, selected }, isField(target))
    const isPucks =
      /^(Delete|Backspace)$/.test(event.key) || ((event.ctrlKey || event.metaKey) && /^[zyi]$/i.test(event.key))
    // In a text editor these keys act on the text.
    if (isPucks) event.stopPropagation()
    if (!run || (isEditable(target) && isPucks)) return
    event.preventDefault()
    event.stopPropagation()
    run()
  })
  useEffect(() => {
    const bodies = [document.body, frame?.body]
    for (const body of bodies) body?.addEventListener('keydown', onKey)
    return () => {
      for (const body of bodies) body?.removeEventListener('keydown', onKey)
    }
  }, [frame])
}

function actionOf(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  { actions, onHelp, selected }: { actions: Actions; onHelp: () => void; selected: number | null },
  isTyping: boolean,
): (() => void) | undefined {
  const letter = key.toLowerCase()
  if ((ctrlKey || metaKey) && !altKey) {
    if (letter === 'z') return shiftKey ? actions.redo : actions.undo
    if (letter === 'y') return actions.redo
    if (letter === 'd' && !isTyping && selected !== null) return actions.duplicate
    return undefined
  }
  if (isTyping) return undefined
  if (altKey) {
    const direction = ({ ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const)[key]
    return direction && selected !== null ? () => actions.move(direction) : undefined
  }
  if (key === '?') return onHelp
  if (selected === null) return undefined
  if (key === 'Delete' || key === 'Backspace') return actions.remove
  return key === 'Escape' ? actions.selectParent : undefined
}
