import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { hrefs } from '../web/routes.ts'
import styles from './shortcuts.module.css'

/** Keyboard shortcuts in display order. Screens add their own; `?` lists them. */
const shortcuts: readonly (readonly [key: string, what: string])[] = [
  ['?', 'Show or hide this list'],
  ['/', 'Search'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['o', 'Orders'],
  ['m', 'Mail'],
  ['v', 'Reviews'],
  ['u', 'Up: back to the list'],
  ['n', 'Write a note on an order'],
  ['a h s d', 'A review: approve, hold, spam, bin'],
  ['r e', 'A review: answer, edit'],
  ['x', 'Select a review'],
  ['z', 'Undo the last change to a review'],
]

const STORAGE_KEY = 'samovar-admin-keys'
const areShortcutsOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off'

/** Runs `onKey` for single keys, except while typing, with a modifier, or when disabled by the user (WCAG 2.1.4). */
export function useShortcuts(onKey: (key: string) => boolean): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).matches('input:not([type=checkbox]), select, textarea')
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping || !areShortcutsOn())
        return
      if (document.querySelector('dialog[open]') && event.key !== '?') return
      if (latest.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** `j` and `k` move focus between rows (links with `data-row`); `/` focuses the search field. */
export function useListShortcuts(search: RefObject<HTMLInputElement | null>): void {
  useShortcuts((key) => {
    if (key === '/') {
      search.current?.focus()
      search.current?.select()
      return true
    }
    if (key !== 'j' && key !== 'k') return false
    const rows = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
    const at = rows.indexOf(document.activeElement as HTMLAnchorElement)
    const next = at === -1 ? (key === 'j' ? 0 : rows.length - 1) : at + (key === 'j' ? 1 : -1)
    rows[next]?.focus()
    return true
  })
}

/** Dialog with the list of shortcuts, and its button. */
export function ShortcutsDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOn, setIsOn] = useState(areShortcutsOn)
  const navigate = useNavigate()
  const toggle = () => (dialog.current?.open ? dialog.current.close() : dialog.current?.showModal())
  useShortcuts((key) => {
    if (key === '?') toggle()
    else if (key === 'o') void navigate(hrefs.adminOrders())
    else if (key === 'm') void navigate(hrefs.adminEmails())
    else if (key === 'v') void navigate(hrefs.adminComments())
    else return false
    return true
  })
  return (
    <>
      <button type="button" className={styles.open} onClick={toggle}>
        Keys <kbd>?</kbd>
      </button>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <dl className={styles.list}>
          {shortcuts.map(([key, description]) => (
            <div key={key}>
              <dt>
                {key.split(' ').map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => {
              localStorage.setItem(STORAGE_KEY, event.target.checked ? 'on' : 'off')
              setIsOn(event.target.checked)
            }}
          />
          Use single-key shortcuts
        </label>
        <form method="dialog">
          <button type="submit" className={styles.close}>
            Close
          </button>
        </form>
      </dialog>
    </>
  )
}
