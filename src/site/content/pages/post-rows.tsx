import type { PostSummary } from '../content.store.ts'
import { PostCard } from './post-card.tsx'
import styles from './post-rows.module.css'

const POSTS_PER_ROW = 3

type PostRowsProps = { posts: readonly PostSummary[]; isFirst?: boolean; headingLevel?: 2 | 3 }

/** Posts in rows of three (BLOG-01); `isFirst`: above the fold, so pictures load eagerly. */
export const PostRows = ({ posts, isFirst = false, headingLevel = 2 }: PostRowsProps) => (
  <div className={styles.rows}>
    {posts.map((post, index) =>
      index % POSTS_PER_ROW > 0 ? null : (
        <div key={post.id} className={`post-row ${styles.row}`}>
          {posts.slice(index, index + POSTS_PER_ROW).map((one, at) => (
            <PostCard
              key={one.id}
              post={one}
              variant="inRow"
              isFirst={isFirst && index + at === 0}
              headingLevel={headingLevel}
            />
          ))}
        </div>
      ),
    )}
  </div>
)
