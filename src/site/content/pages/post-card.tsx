import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import type { PostSummary } from '../content.store.ts'
import styles from './post-card.module.css'

type PostCardProps = {
  post: PostSummary
  variant: keyof typeof sizes
  isFirst?: boolean
  headingLevel?: 2 | 3
  /** The picture has a view transition to the post page; at most one card per page. */
  hasTransition?: boolean
}

const sizes = {
  lead: '(min-width: 1264px) 760px, (min-width: 960px) 60vw, 100vw',
  inRow: '(min-width: 1264px) 280px, (min-width: 960px) 31vw, (min-width: 600px) 46vw, 100vw',
  card: '(min-width: 1264px) 380px, (min-width: 960px) 31vw, (min-width: 600px) 46vw, 100vw',
} as const

const WORDS_PER_MINUTE = 220

export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE))

export function PostCard({ post, variant, isFirst = false, headingLevel = 2, hasTransition = true }: PostCardProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <article className={`post type-post ${styles.post} ${styles[variant] ?? ''}`}>
      <a href={hrefs.post(post.slug)} className={styles.link}>
        {post.picture && (
          <span className={styles.frame} style={hasTransition ? { viewTransitionName: `post-${post.id}` } : undefined}>
            <Picture
              picture={post.picture}
              maxWidth={variant === 'lead' ? 760 : 560}
              sizes={sizes[variant]}
              alt=""
              isFirst={isFirst}
            />
          </span>
        )}
        <span className={styles.words}>
          <span className={styles.about}>
            {post.category !== null && <>{post.category} · </>}
            <time dateTime={post.publishedAt.toISOString()}>{formatShopDay(post.publishedAt)}</time>
          </span>
          <Heading className={`entry-title ${styles.title}`}>{post.title}</Heading>
          <span className={styles.excerpt}>{post.excerpt}</span>
          <span className={styles.minutes}>{minutesToRead(post.wordCount)} min read</span>
        </span>
      </a>
    </article>
  )
}
