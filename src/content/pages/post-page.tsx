import { hrefs } from '../../routes.ts'
import { shopDay } from '../../settings/shop-time.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Neighbour, Post } from '../content.store.ts'
import type { Heading } from '../headings.ts'
import type { CommentsView } from '../make-comments.ts'
import { minutesToRead } from '../reading-time.ts'
import { Comments } from './comments.tsx'
import { ContentsBox } from './contents-box.tsx'
import styles from './post-page.module.css'
import prose from './prose.module.css'

/** Fewer headings than this need no contents. */
const WORTH_A_BOX = 3

type PostPageProps = {
  post: Post
  html: string
  headings: readonly Heading[]
  previous: Neighbour | null
  next: Neighbour | null
  comments: CommentsView
}

/** A post of the journal: scene on top, one column of text, contents beside it. */
export function PostPage({ post, html, headings, previous, next, comments }: PostPageProps) {
  return (
    <main id="content" className={styles.page}>
      <article className="post type-post status-publish hentry">
        <header className={styles.head}>
          <Breadcrumbs
            crumbs={[
              { label: 'Home', href: hrefs.home() },
              { label: 'Journal', href: hrefs.blog() },
              { label: post.title },
            ]}
          />
          <h1 className={`entry-title ${styles.title}`}>{post.title}</h1>
          <p className={styles.about}>
            {post.category !== null && <>{post.category} · </>}
            <time dateTime={post.publishedAt.toISOString()}>{shopDay(post.publishedAt)}</time> ·{' '}
            {minutesToRead(post.words)} min read
          </p>
        </header>
        {post.picture && (
          <div className={styles.scene} style={{ viewTransitionName: `post-${post.id}` }}>
            <Picture picture={post.picture} largest={1200} sizes="(min-width: 1264px) 1200px, 100vw" isFirst />
          </div>
        )}
        <div className={styles.columns}>
          {headings.length >= WORTH_A_BOX && (
            <aside className={styles.aside}>
              <ContentsBox headings={headings} />
            </aside>
          )}
          <div className={`entry-content ${prose.prose} ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
        </div>
      </article>
      {(previous || next) && (
        <nav className={`post-navigation ${styles.neighbours}`} aria-label="Posts">
          {previous && (
            <a href={hrefs.post(previous.slug)} rel="prev">
              <span>
                <Icon name="left" size={18} /> Earlier
              </span>
              {previous.title}
            </a>
          )}
          {next && (
            <a href={hrefs.post(next.slug)} rel="next" className={styles.next}>
              <span>
                Later <Icon name="right" size={18} />
              </span>
              {next.title}
            </a>
          )}
        </nav>
      )}
      <Comments post={post} view={comments} />
    </main>
  )
}
