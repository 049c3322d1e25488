import { Icon, type IconName } from './icon.tsx'
import styles from './pagination.module.css'

type PaginationProps = { page: number; pages: number; label: string; hrefOf: (page: number) => string }

export function Pagination({ page, pages, label, hrefOf }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav className={`woocommerce-pagination ${styles.pages}`} aria-label={label}>
      <ul className="page-numbers">
        {page > 1 && <Step rel="prev" href={hrefOf(page - 1)} label="Previous page" icon="left" />}
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
        {page < pages && <Step rel="next" href={hrefOf(page + 1)} label="Next page" icon="right" />}
      </ul>
    </nav>
  )
}

const Step = ({ rel, href, label, icon }: { rel: string; href: string; label: string; icon: IconName }) => (
  <li>
    <a className={`${rel} page-numbers`} href={href} rel={rel} aria-label={label}>
      <Icon name={icon} />
    </a>
  </li>
)

/** The title or description of a listing as that of one of its pages, so that no two pages have the same. */
export const onPage = (text: string, page: number, pages: number): string =>
  page === 1 ? text : `${text} – Page ${page} of ${pages}`

/** Page numbers to link: first, last, and those around the current one; `null` is a gap of two or more. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const visible = new Set([1, pages, page - 1, page, page + 1].filter((number) => number >= 1 && number <= pages))
  const numbers = [...visible].toSorted((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const skipped = number - (numbers[index - 1] ?? 0) - 1
    if (skipped === 0) return [number]
    return skipped === 1 ? [number - 1, number] : [null, number]
  })
}
