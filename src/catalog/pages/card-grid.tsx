import type { Card } from '../listing.ts'
import styles from './card-grid.module.css'
import { ProductCard } from './product-card.tsx'

/** Widths of a card as the grid's columns make them: beside the shelves, or across the whole page. */
const sizes = {
  listing:
    '(min-width: 1264px) 298px, (min-width: 960px) calc((100vw - 370px) / 3), (min-width: 720px) calc(33vw - 40px), calc(50vw - 28px)',
  row: '(min-width: 1264px) 282px, (min-width: 960px) calc(25vw - 40px), calc(50vw - 28px)',
} as const

type GridProps = { cards: readonly Card[]; arrangement: keyof typeof sizes; firstCards?: number; headingLevel?: 2 | 3 }

/** Cards side by side; all of a row are of one height (CAT-05). */
export function CardGrid({ cards, arrangement, firstCards = 0, headingLevel = 2 }: GridProps) {
  return (
    <ul className={`products columns-4 ${styles.grid} ${styles[arrangement]}`}>
      {cards.map((card, index) => (
        <ProductCard
          key={card.id}
          card={card}
          sizes={sizes[arrangement]}
          isFirst={index < firstCards}
          headingLevel={headingLevel}
        />
      ))}
    </ul>
  )
}
