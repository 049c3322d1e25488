import {
  keepPreviousData,
  type QueryKey,
  type UseMutationOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAdminContext } from './admin-context.tsx'
import type { awaited } from './parts.tsx'
import type { RestClient } from './rest.client.ts'
import { useToast } from './toast.tsx'

/** What list and form screens need: a REST collection and its place in the back office. */
export type Resource = {
  /** Singular and plural, as in 'coupon', 'coupons'. */
  readonly names: readonly [one: string, many: string]
  /** Title of the list, and label of the links back to it. */
  readonly title: string
  /** REST URL of the collection; an item's is this, `/` and its id. */
  readonly rest: string
  /** Path of the list screen; an item's is this, its id and `/`. */
  readonly screen: string
}

export const resourceOf = (names: Resource['names'], title: string, rest: string, screen: string): Resource => ({
  names,
  title,
  rest,
  screen,
})

export const restItem = (resource: Resource, id: number): string => `${resource.rest}/${id}`

export const screenOf = (resource: Resource, id: number): string => `${resource.screen}${id}/`

type Deletion = { readonly text: string; readonly to: string; readonly more?: object }

/** Deletes an item permanently, shows a message and opens another screen. Refetches lists of the resource. */
export function useDelete(resource: Resource) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return async (id: number, { text, to, more }: Deletion) => {
    await rest.send('DELETE', restItem(resource, id), { force: true, ...more })
    queries.removeQueries({ queryKey: [resource.rest, id] })
    await queries.invalidateQueries({ queryKey: [resource.rest] })
    toast.show({ text })
    await navigate(to, { replace: true })
  }
}

type SendOptions<Answer, Sent> = Omit<UseMutationOptions<Answer, Error, Sent>, 'mutationFn' | 'onSettled'>

/** A change through the API. Refetches `reloads` even after a refusal, because others may have changed the data. */
export function useSend<Answer, Sent = void>(
  send: (rest: RestClient, sent: Sent) => Promise<Answer>,
  reloads: QueryKey,
  options?: SendOptions<Answer, Sent>,
) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  return useMutation({
    ...options,
    mutationFn: (sent: Sent) => send(rest, sent),
    onSettled: () => queries.invalidateQueries({ queryKey: reloads }),
  })
}

/** A REST list with infinite scrolling; `items` are those of all pages so far. */
export function useRestPages<T>(
  queryKey: QueryKey,
  path: string,
  params: Readonly<Record<string, string>>,
  options?: typeof awaited,
) {
  const { rest } = useAdminContext()
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      rest.list<T>(`${path}?${new URLSearchParams({ ...params, page: `${pageParam}` })}`, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, loaded) => (loaded.length < pages ? loaded.length + 1 : undefined),
    placeholderData: keepPreviousData,
    ...options,
  })
  return { query, items: query.data?.pages.flatMap((page) => page.items) ?? [] }
}
