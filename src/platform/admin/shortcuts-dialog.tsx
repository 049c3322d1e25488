import { useRef, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { can } from '../access/permissions.ts'
import { useAdminContext } from './admin-context.tsx'
import { routePattern } from './screen.ts'
import { areShortcutsOn, switchShortcuts, useShortcuts } from './shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

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

export const KeyList = ({ keys }: { readonly keys: Keys }) => (
  <dl className={styles.list}>
    {keys.map(([key, description]) => (
      <div key={description}>
        <dt>
          {key.split(' ').map((one) => (
            <kbd key={one}>{one}</kbd>
          ))}
        </dt>
        <dd>{description}</dd>
      </div>
    ))}
  </dl>
)

/** Dialog with the shortcuts, and the button that opens it. */
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
                <KeyList keys={keys} />
              </section>
            ),
        )}
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => {
              switchShortcuts(event.target.checked)
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
