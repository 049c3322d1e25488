import { useSearchParams } from 'react-router'

type State = { readonly status: string; readonly search: string; readonly stars: string; readonly page: number }

/** The default filter has the plain URL. */
const DEFAULT_STATUS = 'pending'

const queryOf = (state: State): Record<string, string> => ({
  ...(state.status === DEFAULT_STATUS ? {} : { status: state.status }),
  ...(state.search === '' ? {} : { s: state.search }),
  ...(state.stars === '' ? {} : { stars: state.stars }),
  ...(state.page === 1 ? {} : { paged: String(state.page) }),
})

/** Filter state of the list; in the URL, so that it can be bookmarked, shared and navigated. */
export function useCommentsState() {
  const [params, setParams] = useSearchParams()
  const page = Number(params.get('paged') ?? 1)
  const stars = params.get('stars') ?? ''
  const state: State = {
    status: params.get('status') ?? DEFAULT_STATUS,
    search: params.get('s') ?? '',
    stars: /^[1-5]$/.test(stars) ? stars : '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
  return {
    state,
    hrefOf: (changes: Partial<State>): string => `?${new URLSearchParams(queryOf({ ...state, page: 1, ...changes }))}`,
    searchFor: (search: string) => setParams(queryOf({ ...state, page: 1, search }), { replace: true }),
    filterByStars: (value: string) => setParams(queryOf({ ...state, page: 1, stars: value })),
  }
}
