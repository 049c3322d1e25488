import { ButtonLink } from '../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { ProductCardData } from '../../catalog/product-card.ts'
import { CardGrid } from '../../listing/pages/card-grid.tsx'
import type { SavedTea } from '../load-saved.ts'
import type { SavedList } from '../saved.ts'
import styles from './saved.module.css'
import { SavedTeas } from './saved-teas.tsx'

type GuestPageProps = { readonly teas: readonly SavedTea[]; readonly share: SavedList['share']; readonly url: string }

/** /saved-teas/ for guests. Customers see their list in their account. */
export const GuestSavedPage = (props: GuestPageProps) => (
  <main id="content" className={styles.page}>
    <h1>Saved teas</h1>
    <p className={styles.intro}>
      Kept for this browser. <a href={paths.account}>Sign in</a> to have them everywhere.
    </p>
    <SavedTeas {...props} />
  </main>
)

export const SharedListPage = ({ name, cards }: { name: string; cards: readonly ProductCardData[] }) => (
  <main id="content" className={styles.wide}>
    <h1>{name || 'Saved teas'}</h1>
    {cards.length > 0 ? (
      <>
        <p className={styles.intro}>A list that somebody shared with you.</p>
        <CardGrid cards={cards} arrangement="row" firstCards={4} />
      </>
    ) : (
      <p className={styles.intro}>There is nothing on this list at the moment.</p>
    )}
  </main>
)

export const NotSharedPage = () => (
  <main id="content" className={styles.page}>
    <h1>This list is not shared</h1>
    <p className={styles.intro}>Its owner has stopped sharing it, or the link is not complete.</p>
    <ButtonLink href={hrefs.shop()} label="Find a tea" />
  </main>
)
