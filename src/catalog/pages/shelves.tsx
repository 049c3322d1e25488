import { hrefs } from '../../routes.ts'
import { Icon } from '../../ui/icon.tsx'
import type { CategoryWithCount } from '../catalog.store.ts'
import styles from './shelves.module.css'

/** The categories: beside the cards from 960 px, in a drawer below that. Links only, so it works without script. */
export function Shelves({
  categories,
  current,
}: {
  categories: readonly CategoryWithCount[]
  /** Address of the shelf one stands at: null for everything, left out in a search. */
  current: string | null | undefined
}) {
  const shown = categories.filter((category) => category.count > 0)
  const childrenOf = (parentId: number | null) => shown.filter((category) => category.parentId === parentId)
  return (
    <div id="shelves" popover="auto" className={styles.shelves}>
      <div className={styles.head}>
        <span>Shelves</span>
        <button type="button" popoverTarget="shelves" popoverTargetAction="hide" aria-label="Close the shelves">
          <Icon name="close" size={24} />
        </button>
      </div>
      <nav aria-label="Shelves">
        <ul className="product-categories">
          <li className="cat-item">
            <a href={hrefs.shop()} {...(current === null ? { 'aria-current': 'page' as const } : {})}>
              Everything
            </a>
          </li>
          {childrenOf(null).map((category) => (
            <li key={category.id} className="cat-item">
              <ShelfLink category={category} current={current} />
              {childrenOf(category.id).length > 0 && (
                <ul className="children">
                  {childrenOf(category.id).map((child) => (
                    <li key={child.id} className="cat-item">
                      <ShelfLink category={child} current={current} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

function ShelfLink({ category, current }: { category: CategoryWithCount; current: string | null | undefined }) {
  return (
    <a href={hrefs.category(category.slug)} {...(category.slug === current ? { 'aria-current': 'page' as const } : {})}>
      {category.name} <span className={`count ${styles.count}`}>{category.count}</span>
    </a>
  )
}
