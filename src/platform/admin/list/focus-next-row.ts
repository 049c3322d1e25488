import { type RefObject, useEffect, useRef } from 'react'

/** After a row is removed, or a panel beside the rows is closed, focus moves to the row in that position. */
export function useFocusNextRow(rows: RefObject<HTMLElement | null>, data: unknown, isOpen = false): void {
  const at = useRef(-1)
  useEffect(() => {
    const remember = () => {
      const index = [...(rows.current?.children ?? [])].findIndex((row) => row.contains(document.activeElement))
      if (index !== -1) at.current = index
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [rows])
  useEffect(() => {
    if (data === undefined || isOpen || at.current === -1 || document.activeElement !== document.body) return
    const all = [...(rows.current?.children ?? [])]
    const next = all[Math.min(at.current, all.length - 1)]
    next?.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
  }, [rows, data, isOpen])
}
