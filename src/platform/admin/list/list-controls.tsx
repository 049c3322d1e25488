import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { useAdminContext } from '../admin-context.tsx'
import { navScreenAt, screensOf } from '../screen.ts'
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

export type Tab = {
  readonly key: string
  readonly label: string
  readonly to: string
  readonly count?: number | undefined
}

/** Scrolls the current tab into view. */
function showWhole(link: HTMLAnchorElement | null): void {
  const row = link?.closest('nav')
  if (!link || !row) return
  row.scrollLeft += Math.max(0, link.getBoundingClientRect().right - row.getBoundingClientRect().right + 40)
}

/** Filters as links, each with its own URL. */
export function Tabs({ tabs, current, label }: { tabs: readonly Tab[]; current: string; label: string }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.key}>
            <Link
              to={tab.to}
              ref={tab.key === current ? showWhole : undefined}
              aria-current={tab.key === current ? 'true' : undefined}
              preventScrollReset
            >
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
  /** `total` is a lower bound. */
  readonly isMore?: boolean
  readonly size: number
  readonly itemsLabel: string
  readonly hrefOf: (page: number) => string
  readonly labels?: readonly [previous: string, next: string]
}

export function Pager({
  page,
  pages,
  total,
  isMore,
  size,
  itemsLabel,
  hrefOf,
  labels = ['Newer', 'Older'],
}: PagerProps) {
  if (total === 0) return null
  const first = (page - 1) * size + 1
  return (
    <nav className={styles.pager} aria-label="Pages">
      <p>
        {first}–{Math.min(page * size, total)} of {isMore ? 'more than ' : ''}
        {total} {itemsLabel}
      </p>
      {pages > 1 && (
        <div>
          {page > 1 && (
            <Link to={hrefOf(page - 1)} rel="prev">
              <Icon name="left" size={16} /> {labels[0]}
            </Link>
          )}
          {page < pages && (
            <Link to={hrefOf(page + 1)} rel="next">
              {labels[1]} <Icon name="right" size={16} />
            </Link>
          )}
        </div>
      )}
    </nav>
  )
}

/** Sections that are a single navigation entry with their screens as tabs. */
const tabbed = { products: 'Products', settings: 'Settings' } as const

/** Tabs of the current section if it has several screens that the user may open. */
export function SectionTabs() {
  const { user, screens } = useAdminContext()
  const { pathname } = useLocation()
  const current = navScreenAt(screens, pathname)
  if (!current) return null
  const { section } = current.nav
  if (section !== 'products' && section !== 'settings') return null
  const tabs = screensOf(screens, section, user)
  if (tabs.length <= 1) return null
  return (
    <Tabs
      label={tabbed[section]}
      current={current.path}
      tabs={tabs.map(({ path, nav }) => ({ key: path, label: nav.label, to: path }))}
    />
  )
}
