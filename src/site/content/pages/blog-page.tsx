import { Breadcrumbs } from '../../../platform/ui/breadcrumbs.tsx'
import { Pagination } from '../../../platform/ui/pagination.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { PostSummary } from '../content.store.ts'
import styles from './blog-page.module.css'
import { PostCard } from './post-card.tsx'

type BlogPageProps = { posts: readonly PostSummary[]; page: number; pages: number }

export function BlogPage({ posts, page, pages }: BlogPageProps) {
  const [first, ...others] = posts
  const isFirstPage = page === 1
  return (
    <main id="content" className="page-column page-top">
      <Breadcrumbs crumbs={[{ label: 'Home', href: paths.home }, { label: 'Journal' }]} />
      <h1 className="page-title">Journal</h1>
      <p className={`page-lead ${styles.text}`}>
        How tea is made, how to make it, and what happens between the hill and the cup.
      </p>
      {posts.length === 0 && <p>Nothing has been written yet.</p>}
      {first && isFirstPage && <PostCard post={first} variant="lead" isFirst />}
      <div className={styles.rows}>
        {(isFirstPage ? others : posts).map((post) => (
          <PostCard key={post.id} post={post} variant="card" />
        ))}
      </div>
      <Pagination page={page} pages={pages} label="Pages of the journal" hrefOf={(number) => hrefs.blog(number)} />
    </main>
  )
}
