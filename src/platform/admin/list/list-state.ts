import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

export type Sort = { readonly by: string; readonly direction: 'asc' | 'desc' }

/** State of a list. It is in the URL, for bookmarks, links, saved views and history. */
export type ListState = {
  readonly status: string
  readonly search: string
  readonly page: number
  readonly size: number
  readonly sort: Sort | undefined
  /** Names of the visible columns; undefined: the default ones. */
  readonly columns: readonly string[] | undefined
  readonly filters: Readonly<Record<string, string>>
  /** Id of the item beside the list; 0 if there is none. */
  readonly open: number
}

export const pageSizes = [20, 50, 100] as const

const naturalOr = (text: string | null, fallback: number): number => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : fallback
}

function readState(params: URLSearchParams, defaultStatus: string, filterNames: readonly string[]): ListState {
  const by = params.get('orderby')
  const size = naturalOr(params.get('per_page'), pageSizes[0])
  return {
    status: params.get('status') ?? defaultStatus,
    search: params.get('s') ?? '',
    page: naturalOr(params.get('paged'), 1),
    size: pageSizes.find((one) => one === size) ?? pageSizes[0],
    sort: by ? { by, direction: params.get('order') === 'asc' ? 'asc' : 'desc' } : undefined,
    columns: params.get('columns')?.split('.'),
    filters: Object.fromEntries(
      filterNames.flatMap((name) => {
        const value = params.get(name)
        return value ? [[name, value]] : []
      }),
    ),
    open: naturalOr(params.get('open'), 0),
  }
}

/** Only values that differ from the default, to keep the URL short. */
const paramsOf = (state: ListState, defaultStatus: string): Record<string, string> => ({
  ...(state.status === defaultStatus ? {} : { status: state.status }),
  ...(state.search === '' ? {} : { s: state.search }),
  ...state.filters,
  ...(state.sort ? { orderby: state.sort.by, order: state.sort.direction } : {}),
  ...(state.columns ? { columns: state.columns.join('.') } : {}),
  ...(state.size === pageSizes[0] ? {} : { per_page: String(state.size) }),
  ...(state.page === 1 ? {} : { paged: String(state.page) }),
  ...(state.open === 0 ? {} : { open: String(state.open) }),
})

/** `defaultStatus`: the status without a parameter. `filterNames`: the list's own filters. */
export function useListState(defaultStatus = 'any', filterNames: readonly string[] = []) {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  // Until the router has changed the URL, a checkbox would jump back, and a second change would undo the first.
  const [requested, setRequested] = useState<{ from: string; params: Record<string, string> } | null>(null)
  const current = requested?.from === key ? new URLSearchParams(requested.params) : params
  const state = readState(current, defaultStatus, filterNames)
  const withChanges = (changes: Partial<ListState>) =>
    paramsOf({ ...state, page: 1, open: 0, ...changes }, defaultStatus)
  return {
    state,
    /** URL of this list with changes. Any change except of the page leads to page one, and closes the open item. */
    hrefOf: (changes: Partial<ListState>): string => `?${new URLSearchParams(withChanges(changes))}`,
    change: (changes: Partial<ListState>, options?: { readonly replace: boolean }) => {
      const next = withChanges(changes)
      setRequested({ from: key, params: next })
      setParams(next, { ...options, preventScrollReset: true })
    },
  }
}

/** Passed to screens opened from a list, so that their back link leads to the same page and search. */
export const listLocationState = (search: string) => ({ fromList: search })

/** URL of the list from which this screen was opened, with its state; otherwise `defaultHref`. */
export function useListHref(defaultHref: string): string {
  const state: unknown = useLocation().state
  const isFromList = typeof state === 'object' && state !== null && 'fromList' in state
  return isFromList && typeof state.fromList === 'string' ? defaultHref + state.fromList : defaultHref
}
