import { Breadcrumbs } from '../../../platform/ui/breadcrumbs.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import type { ContentPage } from '../content.store.ts'
import type { Heading } from '../headings.ts'
import prose from './prose.module.css'
import styles from './static-page.module.css'
import { TableOfContents } from './table-of-contents.tsx'

const MIN_HEADINGS = 4

type StaticPageProps = { page: ContentPage; html: string; headings: readonly Heading[] }

/** About, shipping, terms: title, introduction and text. */
export function StaticPage({ page, html, headings }: StaticPageProps) {
  return (
    <main id="content" className={styles.page}>
      <header className={styles.head}>
        <Breadcrumbs crumbs={[{ label: 'Home', href: hrefs.home() }, { label: page.title }]} />
        <h1 className="entry-title page-title">{page.title}</h1>
        {page.excerpt !== '' && <p className="page-lead">{page.excerpt}</p>}
      </header>
      {page.picture && (
        <div className={`page-scene ${styles.scene}`}>
          <Picture picture={page.picture} maxWidth={1200} sizes="(min-width: 1264px) 1200px, 100vw" isFirst />
        </div>
      )}
      <div className={styles.columns}>
        {headings.length >= MIN_HEADINGS && (
          <aside className={styles.aside}>
            <TableOfContents headings={headings} />
          </aside>
        )}
        <div className={`entry-content ${prose.prose} ${styles.prose}`} dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </main>
  )
}
