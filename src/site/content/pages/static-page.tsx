import { Breadcrumbs } from '../../../platform/ui/breadcrumbs.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import type { ContentPage } from '../content.store.ts'
import { EntryText, type TextProps } from './entry-text.tsx'
import styles from './static-page.module.css'

const MIN_HEADINGS = 4

export function StaticPage({ page, text }: { page: ContentPage; text: TextProps }) {
  return (
    <main id="content" className="page-column page-top">
      <header className={styles.head}>
        <Breadcrumbs crumbs={[{ label: 'Home', href: paths.home }, { label: page.title }]} />
        <h1 className="entry-title page-title">{page.title}</h1>
        {page.excerpt !== '' && <p className="page-lead">{page.excerpt}</p>}
      </header>
      {page.picture && (
        <div className={`page-scene ${styles.scene}`}>
          <Picture picture={page.picture} maxWidth={1200} sizes="(min-width: 1264px) 1200px, 100vw" isFirst />
        </div>
      )}
      <EntryText {...text} minHeadings={MIN_HEADINGS} classes={[styles.columns, styles.aside, styles.prose]} />
    </main>
  )
}
