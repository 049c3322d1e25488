import { type RefObject, useEffect, useRef, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { can } from '../access/permissions.ts'
import { useAdminContext } from './admin-context.tsx'
import { routePattern } from './screen.ts'
import styles from './shortcuts.module.css'

type Keys = readonly (readonly [key: string, what: string])[]

/** Keys of every screen. */
const generalKeys: Keys = [
  ['?', 'Show or hide this list'],
  ['/', 'Search'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row'],
  ['u', 'Up: back to the list'],
  ['Ctrl+S', 'Save the form'],
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

/** `j` and `k` move focus between rows (links with `data-row`), `x` ticks the row's box; `/` focuses the search field. */
export function useListShortcuts(search: RefObject<HTMLInputElement | null>): void {
  useShortcuts((key) => {
    if (key === '/') {
      search.current?.focus()
      search.current?.select()
      return true
    }
    if (key === 'x') {
      const box = document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('input[type=checkbox]')
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

/** Dialog with the list of shortcuts, and its button. */
export function ShortcutsDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOn, setIsOn] = useState(areShortcutsOn)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { user, screens } = useAdminContext()
  const keyed = screens.filter(({ nav, capability }) => nav?.key && can(user, capability))
  const current = screens.find(({ path }) => matchPath(routePattern(path), pathname))
  const sections: readonly (readonly [title: string, keys: Keys])[] = [
    ['This screen', current?.keys ?? []],
    ['Everywhere', generalKeys],
    ['Go to', keyed.map(({ nav }) => [nav?.key ?? '', nav?.label ?? ''] as const)],
  ]
  const toggle = () => (dialog.current?.open ? dialog.current.close() : dialog.current?.showModal())
  useShortcuts((key) => {
    const screen = keyed.find(({ nav }) => nav?.key === key)
    if (key === '?') toggle()
    else if (screen) void navigate(screen.path)
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
        {sections.map(
          ([title, keys]) =>
            keys.length > 0 && (
              <section key={title}>
                <h3>{title}</h3>
                <dl className={styles.list}>
                  {keys.map(([key, description]) => (
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
              </section>
            ),
        )}
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
