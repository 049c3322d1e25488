import { hrefs } from '../../routes.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { PostSummary } from '../content.store.ts'
import styles from './blog-page.module.css'
import { PostCard } from './post-card.tsx'

type BlogPageProps = { posts: readonly PostSummary[]; page: number; pages: number }

/** The journal: the newest post large, the others in rows of three (BLOG-01). */
export function BlogPage({ posts, page, pages }: BlogPageProps) {
  const [first, ...others] = posts
  const isFront = page === 1
  return (
    <main id="content" className={styles.page}>
      <Breadcrumbs crumbs={[{ label: 'Home', href: hrefs.home() }, { label: 'Journal' }]} />
      <h1 className={styles.title}>Journal</h1>
      <p className={styles.text}>How tea is made, how to make it, and what happens between the hill and the cup.</p>
      {posts.length === 0 && <p>Nothing has been written yet.</p>}
      {first && isFront && <PostCard post={first} look="lead" isFirst />}
      <div className={styles.rows}>
        {(isFront ? others : posts).map((post) => (
          <PostCard key={post.id} post={post} look="card" />
        ))}
      </div>
      <Pagination page={page} pages={pages} label="Pages of the journal" hrefOf={(number) => hrefs.blog(number)} />
    </main>
  )
}
