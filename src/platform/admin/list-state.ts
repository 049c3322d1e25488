import { useLocation, useSearchParams } from 'react-router'

/** State of a list; in the URL, so that it can be bookmarked, shared and navigated. */
export type ListState = {
  readonly status: string
  readonly search: string
  readonly page: number
}

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
