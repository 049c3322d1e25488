import { Fragment } from 'react'
import type { Author } from '../../../people/identity/authors.store.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { Breadcrumbs, type Crumb } from '../../../platform/ui/breadcrumbs.tsx'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { Comments } from '../../comments/pages/comments.tsx'
import type { CommentsView } from '../../comments/threads.store.ts'
import type { AdjacentPosts, Post, PostSummary } from '../content.store.ts'
import type { PostTerms } from '../post-terms.store.ts'
import { EntryText, type TextProps } from './entry-text.tsx'
import { minutesToRead } from './post-card.tsx'
import styles from './post-page.module.css'
import { PostRows } from './post-rows.tsx'

const MIN_HEADINGS = 3

export const postCrumbs = (post: Post): Crumb[] => [
  { label: 'Home', href: paths.home },
  { label: 'Journal', href: hrefs.blog() },
  { label: post.title },
]

type PostPageProps = {
  post: Post
  author: Author | null
  terms: PostTerms
  text: TextProps
  adjacent: AdjacentPosts
  related: readonly PostSummary[]
  comments: CommentsView
}

export function PostPage({ post, author, terms, text, adjacent, related, comments }: PostPageProps) {
  const { previous, next } = adjacent
  const tags = terms.filter(({ taxonomy }) => taxonomy === 'post_tag')
  return (
    <main id="content" className="page-column page-top">
      <article className="post type-post status-publish hentry">
        <header className={styles.head}>
          <Breadcrumbs crumbs={postCrumbs(post)} />
          <h1 className={`entry-title ${styles.title}`}>{post.title}</h1>
          <p className={styles.about}>
            {terms.map(
              ({ taxonomy, slug, name }) =>
                taxonomy === 'category' && (
                  <Fragment key={slug}>
                    <a href={hrefs.postCategory(slug)}>{name}</a> ·{' '}
                  </Fragment>
                ),
            )}
            <time dateTime={post.publishedAt.toISOString()}>{formatShopDay(post.publishedAt)}</time> ·{' '}
            {minutesToRead(post.wordCount)} min read
            {author && (
              <>
                {' '}
                · by{' '}
                <a href={hrefs.postAuthor(author.slug)} rel="author">
                  {author.name}
                </a>
              </>
            )}
          </p>
        </header>
        {post.picture && (
          <div className={`page-scene ${styles.scene}`} style={{ viewTransitionName: `post-${post.id}` }}>
            <Picture picture={post.picture} maxWidth={1200} sizes="(min-width: 1264px) 1200px, 100vw" isFirst />
          </div>
        )}
        <EntryText {...text} minHeadings={MIN_HEADINGS} classes={[styles.columns, styles.aside, styles.text]} />
        {tags.length > 0 && (
          <footer className={styles.tags}>
            <h2>Tags</h2>
            <ul>
              {tags.map(({ slug, name }) => (
                <li key={slug}>
                  <a href={hrefs.postTag(slug)} rel="tag">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </footer>
        )}
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
      {related.length > 0 && (
        <section className={styles.related} aria-labelledby="related-posts">
          <h2 id="related-posts">More to read</h2>
          <PostRows posts={related} headingLevel={3} />
        </section>
      )}
      <Comments post={post} view={comments} />
    </main>
  )
}
