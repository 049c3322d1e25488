import { useQuery } from '@tanstack/react-query'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CommentCounts } from '../comments-query.store.ts'
import styles from './pending-count.module.css'

const REFETCH_MS = 60_000

/** Badge in the menu with the number of pending reviews; hidden at 0. */
export function PendingCount() {
  const { rest } = useAdminContext()
  const counts = useQuery({
    queryKey: ['comment-counts'],
    queryFn: ({ signal }) => rest.get<CommentCounts>(hrefs.restCommentCounts(), signal),
    refetchInterval: REFETCH_MS,
  })
  const pending = counts.data?.pending ?? 0
  if (pending === 0) return null
  return (
    <span className={styles.count}>
      {pending}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
