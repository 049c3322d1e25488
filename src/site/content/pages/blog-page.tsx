import { Breadcrumbs, type Crumb } from '../../../platform/ui/breadcrumbs.tsx'
import { Pagination } from '../../../platform/ui/pagination.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { BlogList, Sidebar } from '../blog-lists.store.ts'
import type { PostSummary } from '../content.store.ts'
import styles from './blog-page.module.css'
import { BlogSidebar } from './blog-sidebar.tsx'
import { PostRows } from './post-rows.tsx'

type BlogPageProps = {
  list: BlogList
  crumbs: readonly Crumb[]
  posts: readonly PostSummary[]
  page: number
  pages: number
  sidebar: Sidebar
}

export const BlogPage = ({ list, crumbs, posts, page, pages, sidebar }: BlogPageProps) => (
  <main id="content" className="page-column page-top">
    <Breadcrumbs crumbs={crumbs} />
    <h1 className="page-title">{list.title}</h1>
    <p className={`page-lead ${styles.lead}`}>
      {posts.length === 0 && list.search !== undefined ? 'No post has all of these words.' : list.lead}
    </p>
    <div className={styles.columns}>
      <div>
        {posts.length === 0 && (
          <p>
            {list.search === undefined && 'Nothing has been written here yet. '}
            {list.where && <a href={hrefs.blog()}>All posts of the journal</a>}
          </p>
        )}
        <PostRows posts={posts} isFirst />
        <Pagination page={page} pages={pages} label="Pages of the journal" hrefOf={list.href} />
      </div>
      <BlogSidebar {...sidebar} list={list} />
    </div>
  </main>
)
