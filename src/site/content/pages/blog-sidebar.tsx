import button from '../../../platform/ui/button.module.css'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { BlogList, Sidebar } from '../blog-lists.store.ts'
import styles from './blog-sidebar.module.css'

type Counted = { readonly name: string; readonly href: string; readonly count?: number }

/** Older months are collapsed. */
const MONTHS_AT_ONCE = 12

/** Sidebar of all post lists; a blog without posts shows only the search. */
export function BlogSidebar({ categories, months, recent, list }: Sidebar & { list: BlogList }) {
  const monthLinks = months.map(({ month, ...one }) => ({ ...one, href: hrefs.postMonth(month) }))
  const [newer, older] = [monthLinks.slice(0, MONTHS_AT_ONCE), monthLinks.slice(MONTHS_AT_ONCE)]
  return (
    <aside className={styles.sidebar} aria-label="Journal">
      <form action={paths.blog} method="get" role="search" className={styles.search} aria-label="Search the journal">
        <label htmlFor="search-posts">Search the journal</label>
        <div>
          <input
            id="search-posts"
            className="search-field"
            type="search"
            name="s"
            maxLength={200}
            defaultValue={list.search}
          />
          <button type="submit" className={button.secondary}>
            Search
          </button>
        </div>
      </form>
      {categories.length > 0 && (
        <section aria-labelledby="post-categories">
          <h2 id="post-categories">Categories</h2>
          <Links
            current={list.href()}
            links={categories.map(({ slug, ...one }) => ({ ...one, href: hrefs.postCategory(slug) }))}
          />
        </section>
      )}
      {recent.length > 0 && (
        <section aria-labelledby="recent-posts">
          <h2 id="recent-posts">Recent posts</h2>
          <Links
            current={list.href()}
            links={recent.map(({ slug, title }) => ({ name: title, href: hrefs.post(slug) }))}
          />
        </section>
      )}
      {newer.length > 0 && (
        <section aria-labelledby="post-archives">
          <h2 id="post-archives">Archives</h2>
          <Links current={list.href()} links={newer} />
          {older.length > 0 && (
            <details>
              <summary className={styles.older}>Earlier months</summary>
              <Links current={list.href()} links={older} />
            </details>
          )}
        </section>
      )}
    </aside>
  )
}

const Links = ({ links, current }: { links: readonly Counted[]; current: string }) => (
  <ul>
    {links.map(({ name, href, count }) => (
      <li key={href}>
        <a href={href} aria-current={href === current ? 'page' : undefined}>
          {name}{' '}
          {count !== undefined && (
            <span className={styles.count}>
              {count} <span className="screen-reader-text">{count === 1 ? 'post' : 'posts'}</span>
            </span>
          )}
        </a>
      </li>
    ))}
  </ul>
)
