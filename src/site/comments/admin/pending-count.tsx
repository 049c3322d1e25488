import { useQuery } from '@tanstack/react-query'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { CommentCounts } from '../comments-query.store.ts'
import styles from './pending-count.module.css'

const REFETCH_MS = 60_000

export function useCommentCounts(refetchInterval: number | false = false): CommentCounts | undefined {
  const { rest } = useAdminContext()
  const queryFn = ({ signal }: { signal: AbortSignal }) => rest.get<CommentCounts>(paths.restCommentCounts, signal)
  return useQuery({ queryKey: [paths.restComments, 'counts'], queryFn, refetchInterval }).data
}

export function PendingCount() {
  const pending = useCommentCounts(REFETCH_MS)?.pending ?? 0
  if (pending === 0) return null
  return (
    <span className={styles.count}>
      {pending}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
