import {
  keepPreviousData,
  type QueryKey,
  type UseMutationOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useAdminContext } from './admin-context.tsx'
import type { RestClient } from './rest.client.ts'

/* Apart from `useRest`, which the frame loads: these come with the screens. */

type SendOptions<Answer, Sent> = Omit<UseMutationOptions<Answer, Error, Sent>, 'mutationFn' | 'onSettled'>

/** A change through the API. What is named `reloads` is read again also after a refusal: others may have changed it meanwhile. */
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

/** A REST list that goes on page by page; `items` are those of all pages so far. */
export function useRestPages<T>(queryKey: QueryKey, path: string, params: Readonly<Record<string, string>>) {
  const { rest } = useAdminContext()
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      rest.list<T>(`${path}?${new URLSearchParams({ ...params, page: `${pageParam}` })}`, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, loaded) => (loaded.length < pages ? loaded.length + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  return { query, items: query.data?.pages.flatMap((page) => page.items) ?? [] }
}
