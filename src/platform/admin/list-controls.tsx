import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import styles from './list-controls.module.css'

const DEBOUNCE_MS = 300

type SearchFieldProps = {
  readonly input: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly value: string
  readonly onSearch: (search: string) => void
}

/** Searches after a pause in typing, or at once on Enter. */
export function SearchField({ input, label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const lastSearch = useRef(value)
  const id = useId()

  useEffect(() => {
    // The URL changed from outside, e.g. by going back.
    if (value !== lastSearch.current) setText(value)
    lastSearch.current = value
  }, [value])

  const submit = (search: string) => {
    if (search === lastSearch.current) return
    lastSearch.current = search
    onSearch(search)
  }
  useEffect(() => {
    const timer = setTimeout(submit, DEBOUNCE_MS, text.trim())
    return () => clearTimeout(timer)
  })

  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        submit(text.trim())
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" size={18} />
      <input
        id={id}
        ref={input}
        type="search"
        value={text}
        placeholder={label}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text === '') event.currentTarget.blur()
        }}
      />
    </form>
  )
}

export type Tab = { readonly key: string; readonly label: string; readonly to: string; readonly count?: number }

/** Filters as links, each with its own URL. */
export function Tabs({ tabs, current, label }: { tabs: readonly Tab[]; current: string; label: string }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.key}>
            <Link to={tab.to} aria-current={tab.key === current ? 'true' : undefined} preventScrollReset>
              {tab.label}
              {tab.count !== undefined && <span> {tab.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type PagerProps = {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly size: number
  /** 'orders', 'emails'. */
  readonly itemsLabel: string
  readonly hrefOf: (page: number) => string
}

export function Pager({ page, pages, total, size, itemsLabel, hrefOf }: PagerProps) {
  if (total === 0) return null
  const first = (page - 1) * size + 1
  return (
    <nav className={styles.pager} aria-label="Pages">
      <p>
        {first}–{Math.min(page * size, total)} of {total} {itemsLabel}
      </p>
      {pages > 1 && (
        <div>
          {page > 1 && (
            <Link to={hrefOf(page - 1)} rel="prev">
              <Icon name="left" size={16} /> Newer
            </Link>
          )}
          {page < pages && (
            <Link to={hrefOf(page + 1)} rel="next">
              Older <Icon name="right" size={16} />
            </Link>
          )}
        </div>
      )}
    </nav>
  )
}

/** State of a list; in the URL, so that it can be bookmarked, shared and navigated. */
export type ListState = { readonly status: string; readonly search: string; readonly page: number }

const queryParamsOf = (state: ListState): Record<string, string> => ({
  ...(state.status === 'any' ? {} : { status: state.status }),
  ...(state.search === '' ? {} : { s: state.search }),
  ...(state.page === 1 ? {} : { paged: String(state.page) }),
})

export function useListState() {
  const [params, setParams] = useSearchParams()
  const page = Number(params.get('paged') ?? 1)
  const state: ListState = {
    status: params.get('status') ?? 'any',
    search: params.get('s') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
  return {
    state,
    /** The URL of this list with changes; a new status or search resets to page one. */
    hrefOf: (changes: Partial<ListState>): string => {
      const query = new URLSearchParams(queryParamsOf({ ...state, page: 1, ...changes })).toString()
      return query === '' ? '?' : `?${query}`
    },
    searchFor: (search: string) => setParams(queryParamsOf({ ...state, page: 1, search }), { replace: true }),
  }
}

/** Passed to screens opened from a list, so that their back link leads to the same page and search. */
export const listLocationState = (search: string) => ({ fromList: search })

/** The list this screen was opened from, with its state; the plain list if opened from elsewhere. */
export function useListHref(defaultHref: string): string {
  const state: unknown = useLocation().state
  const isFromList = typeof state === 'object' && state !== null && 'fromList' in state
  return isFromList && typeof state.fromList === 'string' ? defaultHref + state.fromList : defaultHref
}
