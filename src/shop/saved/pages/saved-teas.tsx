import { button } from '../../../platform/ui/button.tsx'
import { ButtonLink, Submit } from '../../../platform/ui/buttons.tsx'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { Price } from '../../catalog/pages/price.tsx'
import { RemoveSavedButton } from '../../catalog/pages/save-button.tsx'
import type { SavedTea } from '../load-saved.ts'
import type { SavedList } from '../saved.ts'
import styles from './saved.module.css'

type SavedTeasProps = { readonly teas: readonly SavedTea[]; readonly share: SavedList['share']; readonly url: string }

export function SavedTeas({ teas, share, url }: SavedTeasProps) {
  if (teas.length === 0) return <NothingSaved />
  return (
    <>
      <ul className={styles.teas}>
        {teas.map((tea, index) => (
          <Tea key={tea.productId} tea={tea} isFirst={index < 4} />
        ))}
      </ul>
      <Share share={share} url={url} />
    </>
  )
}

function Tea({ tea, isFirst }: { readonly tea: SavedTea; readonly isFirst: boolean }) {
  const { name, href, picture, range, stock, action } = tea
  const isGone = action.kind === 'gone'
  const label = (
    <>
      {picture && <Picture picture={picture} maxWidth={120} sizes="96px" alt="" isFirst={isFirst} />}
      <span className={styles.name}>{name}</span>
    </>
  )
  return (
    <li className={`${styles.tea} ${isGone || action.kind === 'sold-out' ? styles.away : ''}`}>
      {isGone ? (
        <span className={styles.link}>{label}</span>
      ) : (
        <a className={styles.link} href={href}>
          {label}
        </a>
      )}
      <p className={styles.facts}>
        {range && (
          <span className={`price ${styles.price}`}>
            <Price range={range} />
          </span>
        )}
        {(tea.choice || tea.size) && <span>{tea.choice || tea.size}</span>}
        {isGone && <span>No longer sold</span>}
        {!isGone && stock && <span className={`stock ${stock.className}`}>{stock.text}</span>}
        {!stock && action.kind === 'sold-out' && <span className="stock out-of-stock">Sold out</span>}
      </p>
      <p className={styles.actions}>
        <Action tea={tea} />
        <RemoveSavedButton
          productId={tea.productId}
          label={`Remove “${name}” from your saved teas`}
          className={button.tertiary}
        />
      </p>
    </li>
  )
}

function Action({ tea: { name, href, action } }: { readonly tea: SavedTea }) {
  switch (action.kind) {
    case 'add':
      return (
        <a
          href={hrefs.addToCart(action.sellableId)}
          className={`button add_to_cart_button ajax_add_to_cart ${button.primary}`}
          data-quantity="1"
          data-product_id={action.sellableId}
          data-product_sku={action.sku}
          data-success_message={`“${name}” has been added to your cart`}
          rel="nofollow"
          aria-label={`Add to cart: “${name}”`}
        >
          Add to cart
        </a>
      )
    case 'open':
      return (
        <ButtonLink variant="secondary" href={href} aria-label={`${action.label}: “${name}”`} label={action.label} />
      )
    case 'sold-out':
      return (
        <ButtonLink
          variant="secondary"
          href={`${href}#stock-alert`}
          aria-label={`Tell me when “${name}” is back`}
          label="Tell me when back"
        />
      )
    case 'gone':
      return null
  }
}

const Share = ({ share, url }: Pick<SavedTeasProps, 'share' | 'url'>) => (
  <section className={styles.share} aria-labelledby="share-title">
    <h2 id="share-title">Share this list</h2>
    {share ? (
      <>
        <p>
          Whoever has this link sees the teas of this list{share.name && ' and its name'}, and nothing else about you.
        </p>
        <label className={styles.field}>
          Link
          <input type="text" readOnly value={`${url}${hrefs.sharedList(share.token)}`} />
        </label>
        <form method="post" action={paths.saved} className={styles.actions}>
          <Submit variant="secondary" name="unshare" value="1" label="Stop sharing" />
          <ButtonLink variant="tertiary" href={hrefs.sharedList(share.token)} label="See what others see" />
        </form>
      </>
    ) : (
      <form method="post" action={paths.saved}>
        <p>
          Make a link for a friend, or for a birthday. It shows the teas only, and you can end it whenever you like.
        </p>
        <label className={styles.field}>
          Name of the list (optional)
          <input type="text" name="share_name" maxLength={40} autoComplete="off" placeholder="Teas for Maya" />
        </label>
        <Submit variant="secondary" name="share" value="1" label="Make a link" />
      </form>
    )}
  </section>
)

const NothingSaved = () => (
  <div className={styles.empty}>
    <span className={styles.heart}>
      <Icon name="heart" size={40} />
    </span>
    <h2>Nothing saved yet</h2>
    <p>Press the heart on any tea, and it waits for you here: with its price and stock of the day.</p>
    <ButtonLink href={hrefs.shop()} label="Find a tea" />
  </div>
)

export const SavedSummary = ({ teas, total }: { readonly teas: readonly SavedTea[]; readonly total: number }) => (
  <section className={styles.glance} aria-labelledby="saved-summary">
    <h2 id="saved-summary">Saved teas</h2>
    <ul>
      {teas.map(({ productId, name, href, picture, action }) => (
        <li key={productId}>
          <a href={action.kind === 'gone' ? paths.accountSaved : href}>
            {picture && <Picture picture={picture} maxWidth={160} sizes="120px" alt="" />}
            <span>{name}</span>
          </a>
          {action.kind === 'sold-out' && <span className="soft-small">Sold out</span>}
          {action.kind === 'gone' && <span className="soft-small">No longer sold</span>}
        </li>
      ))}
    </ul>
    <a href={paths.accountSaved}>{total === 1 ? 'Your saved tea' : `All ${total} saved teas`}</a>
  </section>
)
