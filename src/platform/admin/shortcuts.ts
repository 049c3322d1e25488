import { useEffect, useRef } from 'react'

const STORAGE_KEY = 'samovar-admin-keys'
export const areShortcutsOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off'

/** Runs `onKey` for single keys, except while typing, with a modifier, or when disabled by the user (WCAG 2.1.4). */
export function useShortcuts(onKey: (key: string) => boolean): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).matches(
        'input:not([type=checkbox]), select, textarea, [contenteditable=true]',
      )
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping || !areShortcutsOn())
        return
      if (document.querySelector('dialog[open]') && event.key !== '?') return
      if (latest.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

export const switchShortcuts = (isOn: boolean): void => localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off')
