import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { NavCount } from '../../../platform/admin/list/nav-count.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { CommentCounts } from '../comments-query.store.ts'

const REFETCH_MS = 60_000

export function useCommentCounts(refetchInterval: number | false = false): UseQueryResult<CommentCounts> {
  const { rest } = useAdminContext()
  const queryFn = ({ signal }: { signal: AbortSignal }) => rest.get<CommentCounts>(paths.restCommentCounts, signal)
  return useQuery({ queryKey: [paths.restComments, 'counts'], queryFn, refetchInterval })
}

export const PendingCount = () => <NavCount count={useCommentCounts(REFETCH_MS).data?.pending ?? 0} what="waiting" />
