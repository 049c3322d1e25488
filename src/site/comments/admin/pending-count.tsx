import { NavCount } from '../../../platform/admin/list/nav-count.tsx'
import { useRest } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { CommentCounts } from '../comments-query.store.ts'

const REFETCH_MS = 60_000

export const useCommentCounts = (refetchInterval: number | false = false) =>
  useRest<CommentCounts>([paths.restComments, 'counts'], paths.restCommentCounts, { refetchInterval })

export const PendingCount = () => <NavCount count={useCommentCounts(REFETCH_MS).data?.pending ?? 0} what="waiting" />
