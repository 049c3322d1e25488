import type { RefObject } from 'react'
import { useShortcuts } from '../shortcuts.ts'

/** `j` and `k` move focus between rows (links with `data-row`), `x` ticks the row's box; `/` focuses the search field. */
export function useListShortcuts(search: RefObject<HTMLInputElement | null>): void {
  useShortcuts((key) => {
    if (key === '/') {
      search.current?.focus()
      search.current?.select()
      return true
    }
    if (key === 'x') {
      const box = document.activeElement?.closest('tr, li')?.querySelector<HTMLInputElement>('input[type=checkbox]')
      box?.click()
      return box !== null && box !== undefined
    }
    if (key !== 'j' && key !== 'k') return false
    const rows = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
    const at = rows.indexOf(document.activeElement as HTMLAnchorElement)
    const next = at === -1 ? (key === 'j' ? 0 : rows.length - 1) : at + (key === 'j' ? 1 : -1)
    rows[next]?.focus()
    return true
  })
}
