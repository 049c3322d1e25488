import { useLocation, useSearchParams } from 'react-router'

/** What a list shows; it stands in the address, so that it can be kept, sent and gone back to. */
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
    /** The address of this list with something changed; another status or search begins at page one. */
    hrefOf: (changes: Partial<ListState>): string => {
      const query = new URLSearchParams(queryParamsOf({ ...state, page: 1, ...changes })).toString()
      return query === '' ? '?' : `?${query}`
    },
    searchFor: (search: string) => setParams(queryParamsOf({ ...state, page: 1, search }), { replace: true }),
  }
}

/** What a list hands to the screens it opens, so that the way up leads to the same page of the same search. */
export const listLocationState = (search: string) => ({ fromList: search })

/** The list above this screen, as somebody left it; the plain list when they came from elsewhere. */
export function useListHref(defaultHref: string): string {
  const state: unknown = useLocation().state
  const isFromList = typeof state === 'object' && state !== null && 'fromList' in state
  return isFromList && typeof state.fromList === 'string' ? defaultHref + state.fromList : defaultHref
}
