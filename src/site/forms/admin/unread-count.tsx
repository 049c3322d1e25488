import { NavCount } from '../../../platform/admin/list/nav-count.tsx'
import { useRest } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { SubmissionCounts } from '../submissions/submissions.store.ts'

const REFETCH_MS = 60_000

export const useSubmissionCounts = (refetchInterval: number | false = false) =>
  useRest<SubmissionCounts>([paths.restSubmissions, 'counts'], paths.restSubmissionCounts, { refetchInterval })

export const UnreadCount = () => <NavCount count={useSubmissionCounts(REFETCH_MS).data?.unread ?? 0} what="unread" />
