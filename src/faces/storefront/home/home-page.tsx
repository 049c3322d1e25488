import { Notices } from '../../../platform/ui/notices.tsx'
import { BuiltText } from '../../../site/content/pages/built-text.tsx'
import styles from './home-page.module.css'

/** `title`: a heading for screen readers, if no hero names the page. */
export const HomePage = ({ html, title }: { html: string; title: string | null }) => (
  <main id="content" className={styles.page}>
    <Notices notices={[]} />
    {title !== null && <h1 className="screen-reader-text">{title}</h1>}
    <BuiltText html={html} isWide />
  </main>
)
