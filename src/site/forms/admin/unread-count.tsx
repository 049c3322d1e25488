import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { NavCount } from '../../../platform/admin/list/nav-count.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { SubmissionCounts } from '../rest/submission-json.ts'

const REFETCH_MS = 60_000

export function useSubmissionCounts(refetchInterval: number | false = false): UseQueryResult<SubmissionCounts> {
  const { rest } = useAdminContext()
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    rest.get<SubmissionCounts>(paths.restSubmissionCounts, signal)
  return useQuery({ queryKey: [paths.restSubmissions, 'counts'], queryFn, refetchInterval })
}

export const UnreadCount = () => <NavCount count={useSubmissionCounts(REFETCH_MS).data?.unread ?? 0} what="unread" />
