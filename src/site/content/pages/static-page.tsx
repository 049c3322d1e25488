import { Breadcrumbs } from '../../../platform/ui/breadcrumbs.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import type { ContentPage } from '../content.store.ts'
import { BuiltText } from './built-text.tsx'
import { EntryText, type TextProps } from './entry-text.tsx'
import styles from './static-page.module.css'

const MIN_HEADINGS = 4

export function StaticPage({ page, text }: { page: ContentPage; text: TextProps }) {
  if (text.document) return <BuiltPage page={page} text={text} showsTitle={text.document.showsTitle ?? false} />
  return (
    <main id="content" className="page-column page-top">
      <Head page={page} />
      <EntryText {...text} minHeadings={MIN_HEADINGS} classes={[styles.columns, styles.aside, styles.prose]} />
    </main>
  )
}

const Head = ({ page }: { page: ContentPage }) => (
  <>
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
  </>
)

type BuiltPageProps = { page: ContentPage; text: TextProps; showsTitle: boolean }

/** A full-width page of blocks. If its title is hidden, screen readers still get it. */
const BuiltPage = ({ page, text, showsTitle }: BuiltPageProps) => (
  <main id="content">
    {showsTitle ? (
      <div className="page-column page-top">
        <Head page={page} />
      </div>
    ) : (
      <h1 className="screen-reader-text">{page.title}</h1>
    )}
    <BuiltText html={text.html} isWide />
  </main>
)
