import { hrefs } from '../../routes.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { ContentPage } from '../content.store.ts'
import type { Heading } from '../headings.ts'
import { ContentsBox } from './contents-box.tsx'
import prose from './prose.module.css'
import styles from './text-page.module.css'

const WORTH_A_BOX = 4

type TextPageProps = { page: ContentPage; html: string; headings: readonly Heading[] }

/** About, shipping, terms: a title, a sentence, and a text to read. */
export function TextPage({ page, html, headings }: TextPageProps) {
  return (
    <main id="content" className={styles.page}>
      <header className={styles.head}>
        <Breadcrumbs crumbs={[{ label: 'Home', href: hrefs.home() }, { label: page.title }]} />
        <h1 className={`entry-title ${styles.title}`}>{page.title}</h1>
        {page.excerpt !== '' && <p className={styles.text}>{page.excerpt}</p>}
      </header>
      {page.picture && (
        <div className={styles.scene}>
          <Picture picture={page.picture} largest={1200} sizes="(min-width: 1264px) 1200px, 100vw" isFirst />
        </div>
      )}
      <div className={styles.columns}>
        {headings.length >= WORTH_A_BOX && (
          <aside className={styles.aside}>
            <ContentsBox headings={headings} />
          </aside>
        )}
        <div className={`entry-content ${prose.prose} ${styles.prose}`} dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </main>
  )
}
