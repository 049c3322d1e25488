import type { ReactNode } from 'react'
import { CompactCard } from '../../catalog/pages/compact-card.tsx'
import { ProductCard } from '../../catalog/pages/product-card.tsx'
import type { ProductCardData } from '../../catalog/product-card.ts'
import styles from './card-grid.module.css'

const gridStyles = {
  listing: {
    className: styles.listing,
    sizes:
      '(min-width: 1600px) 258px, (min-width: 1264px) 282px, (min-width: 960px) calc((100vw - 386px) / 3), (min-width: 720px) calc(33vw - 40px), calc(50vw - 28px)',
  },
  compact: {
    className: styles.compact,
    sizes: '(min-width: 1264px) 172px, (min-width: 960px) calc((100vw - 386px) / 4), (min-width: 600px) 31vw, 46vw',
  },
  row: {
    className: styles.row,
    sizes: '(min-width: 1264px) 282px, (min-width: 960px) calc(25vw - 40px), calc(50vw - 28px)',
  },
  beside: {
    className: styles.beside,
    sizes: '(min-width: 960px) calc((100vw - 386px) / 4), (min-width: 720px) 22vw, calc(50vw - 28px)',
  },
  block: { className: styles.block, sizes: '(min-width: 1264px) 282px, (min-width: 960px) 30vw, calc(50vw - 28px)' },
} as const

/** `sizes` for one or two columns, as wide as the style sheet allows. */
const LARGE = '(min-width: 960px) 440px, calc(100vw - 40px)'

type GridProps = {
  cards: readonly ProductCardData[]
  arrangement: Exclude<keyof typeof gridStyles, 'compact'>
  /** Layout setting for listings (CAT-04); rows of a few cards always use the large one. */
  layout?: 1 | 4
  /** Maximum number of columns in the layout `block`. */
  columns?: 1 | 2 | 3 | 4
  firstCards?: number
  headingLevel?: 2 | 3
  noteOf?: ((card: ProductCardData) => ReactNode) | undefined
}

export function CardGrid(props: GridProps) {
  const { cards, arrangement, layout = 1, firstCards = 0, headingLevel = 2, noteOf } = props
  const { columns = layout === 4 ? 5 : 4 } = props
  const { className, sizes } = gridStyles[layout === 4 && arrangement === 'listing' ? 'compact' : arrangement]
  const Card = layout === 4 ? CompactCard : ProductCard
  return (
    <ul className={`products columns-${columns} layout-${layout} ${styles.grid} ${className}`}>
      {cards.map((card, index) => (
        <Card
          key={card.id}
          card={card}
          sizes={arrangement === 'block' && columns < 3 ? LARGE : sizes}
          isFirst={index < firstCards}
          headingLevel={headingLevel}
          note={noteOf?.(card)}
        />
      ))}
    </ul>
  )
}
