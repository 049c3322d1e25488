import { useQuery } from '@tanstack/react-query'
import { useOffice } from '../../admin/office.tsx'
import { hrefs } from '../../routes.ts'
import type { CommentCounts } from '../comments-read.store.ts'
import styles from './waiting-count.module.css'

const EVERY_MS = 60_000

/** How many reviews wait, beside their name in the menu; nothing when none do. */
export function WaitingCount() {
  const { rest } = useOffice()
  const counts = useQuery({
    queryKey: ['comment-counts'],
    queryFn: ({ signal }) => rest.one<CommentCounts>(hrefs.restCommentCounts(), signal),
    refetchInterval: EVERY_MS,
  })
  const waiting = counts.data?.pending ?? 0
  if (waiting === 0) return null
  return (
    <span className={styles.count}>
      {waiting}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
