import { button } from '../../../platform/ui/button.tsx'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { Price } from '../../catalog/pages/price.tsx'
import { RemoveSavedButton } from '../../catalog/pages/save-button.tsx'
import type { SavedTea } from '../load-saved.ts'
import type { SavedList } from '../saved.ts'
import styles from './saved-teas.module.css'

type SavedTeasProps = { readonly teas: readonly SavedTea[]; readonly share: SavedList['share']; readonly url: string }

/** The owner's own list, with what can be done about each tea, and its link to share. */
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
        <a href={href} className={button.secondary} aria-label={`${action.label}: “${name}”`}>
          {action.label}
        </a>
      )
    case 'sold-out':
      return (
        <a href={`${href}#stock-alert`} className={button.secondary} aria-label={`Tell me when “${name}” is back`}>
          Tell me when back
        </a>
      )
    case 'gone':
      return null
  }
}

/** The link of a shared list; sharing starts and ends with a form. */
function Share({ share, url }: Pick<SavedTeasProps, 'share' | 'url'>) {
  return (
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
            <button type="submit" name="unshare" value="1" className={button.secondary}>
              Stop sharing
            </button>
            <a className={button.tertiary} href={hrefs.sharedList(share.token)}>
              See what others see
            </a>
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
          <button type="submit" name="share" value="1" className={button.secondary}>
            Make a link
          </button>
        </form>
      )}
    </section>
  )
}

const NothingSaved = () => (
  <div className={styles.empty}>
    <span className={styles.heart}>
      <Icon name="heart" size={40} />
    </span>
    <h2>Nothing saved yet</h2>
    <p>Press the heart on any tea, and it waits for you here: with its price and stock of the day.</p>
    <a className={button.primary} href={hrefs.shop()}>
      Find a tea
    </a>
  </div>
)
