import { Icon } from './icon.tsx'
import { pageWindow } from './page-window.ts'
import styles from './pagination.module.css'

/** Pagination in WooCommerce's markup. `hrefOf` gives the URL of a page. */
export function Pagination({
  page,
  pages,
  label,
  hrefOf,
}: {
  page: number
  pages: number
  label: string
  hrefOf: (page: number) => string
}) {
  if (pages <= 1) return null
  return (
    <nav className={`woocommerce-pagination ${styles.pages}`} aria-label={label}>
      <ul className="page-numbers">
        {page > 1 && (
          <li>
            <a className="prev page-numbers" href={hrefOf(page - 1)} rel="prev" aria-label="Previous page">
              <Icon name="left" />
            </a>
          </li>
        )}
        {pageWindow(page, pages).map((number, index) => (
          <li key={number === null ? `gap-${index}` : number}>
            {number === null ? (
              <span className="page-numbers dots">…</span>
            ) : number === page ? (
              <span className="page-numbers current" aria-current="page" aria-label={`Page ${number}`}>
                {number}
              </span>
            ) : (
              <a className="page-numbers" href={hrefOf(number)} aria-label={`Page ${number}`}>
                {number}
              </a>
            )}
          </li>
        ))}
        {page < pages && (
          <li>
            <a className="next page-numbers" href={hrefOf(page + 1)} rel="next" aria-label="Next page">
              <Icon name="right" />
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}
