import { button } from '../../platform/ui/button.tsx'
import { EmptyCup } from '../../platform/ui/empty-cup.tsx'
import { hrefs } from '../../platform/web/routes.ts'
import { SearchField } from '../../shop/listing/pages/search-field.tsx'
import styles from './error-page.module.css'

type ErrorPageProps = {
  title: string
  text: string
  /** Reference that the shopper can quote; it is in the log. */
  reference?: string
  search?: boolean
  /** The main action, and alternatives in words. */
  action?: { readonly label: string; readonly href: string }
  advice?: string
  links: readonly { readonly label: string; readonly href: string; readonly text: string }[]
}

/** Error page with explanation and links. It needs no database. */
export function ErrorPage({ title, text, reference, search = false, action, advice, links }: ErrorPageProps) {
  return (
    <main id="content" className={`error-message ${styles.page}`}>
      <EmptyCup />
      <div className={styles.words}>
        <h1>{title}</h1>
        <p className={styles.text}>{text}</p>
        {reference && (
          <p className={styles.reference}>
            Reference: <code>{reference}</code>
          </p>
        )}
        {advice && <p className={styles.text}>{advice}</p>}
        {action && (
          <p className={styles.action}>
            <a href={action.href} className={button.primary}>
              {action.label}
            </a>
          </p>
        )}
        {search && (
          <form action={hrefs.shop()} method="get" role="search" className={styles.search}>
            <label htmlFor="missing-search">Look for something else</label>
            <div>
              <SearchField id="missing-search" />
              <button type="submit" className={button.primary}>
                Search
              </button>
            </div>
          </form>
        )}
        <ul className={styles.links}>
          {links.map((link) => (
            <li key={link.href}>
              <a href={link.href}>{link.label}</a>
              <span>{link.text}</span>
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}
