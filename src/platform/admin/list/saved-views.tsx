import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { Button } from '../parts.tsx'
import { Popup } from '../popup.tsx'
import styles from './saved-views.module.css'

type View = { readonly name: string; readonly search: string }

const keyOf = (pathname: string): string => `samovar-admin-views:${pathname}`

function readViews(pathname: string): readonly View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(pathname)) ?? '[]')
    return Array.isArray(stored) ? (stored as View[]) : []
  } catch {
    return []
  }
}

/** Saved views of this list: named URLs in this browser's storage. */
export function SavedViews() {
  const { pathname, search } = useLocation()
  const [views, setViews] = useState(() => readViews(pathname))
  const [name, setName] = useState('')
  const store = (changed: readonly View[]) => {
    localStorage.setItem(keyOf(pathname), JSON.stringify(changed))
    setViews(changed)
  }
  return (
    <Popup title="Saved views" icon="bookmark">
      {views.length === 0 ? (
        <p className={styles.none}>Search, filter and sort as you need it often, then save it here.</p>
      ) : (
        <ul className={styles.views}>
          {views.map((view) => (
            <li key={view.name}>
              <Link
                to={view.search === '' ? '?' : view.search}
                aria-current={view.search === search ? 'true' : undefined}
              >
                {view.name}
              </Link>
              <button
                type="button"
                aria-label={`Remove the view ${view.name}`}
                onClick={() => store(views.filter((one) => one !== view))}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const viewName = name.trim()
          if (viewName === '') return
          store([...views.filter((view) => view.name !== viewName), { name: viewName, search }])
          setName('')
        }}
      >
        <label>
          Save this view as
          <input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <Button label="Save" type="submit" />
      </form>
    </Popup>
  )
}
