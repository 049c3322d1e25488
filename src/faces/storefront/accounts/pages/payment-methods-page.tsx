import { button } from '../../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { CardMark } from '../../../../shop/gateways/cards/card-mark.tsx'
import { cardName, expiryState, expiryText, type SavedCard } from '../../../../shop/gateways/cards/saved-card.ts'
import account from './account.module.css'
import styles from './payment-methods.module.css'

type PaymentMethodsPageProps = {
  readonly cards: readonly SavedCard[]
  readonly now: Date
  /** The shop takes cards that can be saved. */
  readonly canAdd: boolean
  readonly isFull: boolean
  /** The link that makes a card the default at once. */
  readonly defaultHref: (card: SavedCard) => string
}

/** The saved cards of a customer, in WooCommerce's markup (account-pages.md). */
export function PaymentMethodsPage({ cards, canAdd, isFull, ...rows }: PaymentMethodsPageProps) {
  const add = canAdd && !isFull && (
    <a
      className={`button ${cards.length > 0 ? button.secondary : button.primary}`}
      href={paths.accountAddPaymentMethod}
    >
      Add a card
    </a>
  )
  if (cards.length === 0)
    return (
      <div className={`woocommerce-info ${account.empty}`}>
        <p>
          No saved methods found. You choose how to pay at the checkout
          {canAdd ? ', and can save a card there or here.' : '.'}
        </p>
        {add}
      </div>
    )
  return (
    <>
      <Cards cards={cards} {...rows} />
      <p className={styles.add}>
        {add}
        {isFull && 'Your account holds no more cards. Delete one to add another.'}
      </p>
      <p className={styles.note}>
        The payment provider keeps your card numbers. This shop knows only what you see here.
      </p>
    </>
  )
}

const cell = 'woocommerce-PaymentMethod woocommerce-PaymentMethod--'

const Cards = ({ cards, now, defaultHref }: Pick<PaymentMethodsPageProps, 'cards' | 'now' | 'defaultHref'>) => (
  <table
    className={`woocommerce-MyAccount-paymentMethods shop_table shop_table_responsive account-payment-methods-table ${styles.cards}`}
  >
    <caption className="screen-reader-text">Your saved cards</caption>
    <thead>
      <tr>
        <th scope="col" className={`${cell}method payment-method-method`}>
          Method
        </th>
        <th scope="col" className={`${cell}expires payment-method-expires`}>
          Expires
        </th>
        <th scope="col" className={`${cell}actions payment-method-actions`}>
          <span className="screen-reader-text">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {cards.map((card) => (
        <tr key={card.id} className={`payment-method ${card.isDefault ? 'default-payment-method' : ''}`}>
          <th scope="row" className={`${cell}method payment-method-method ${styles.method}`} data-title="Method">
            <CardMark brand={card.brand} />
            {cardName(card)}
            {card.isDefault && <span className={styles.badge}>Default</span>}
          </th>
          <td className={`${cell}expires payment-method-expires ${styles.expires}`} data-title="Expires">
            {expiryText(card)} <Expiry card={card} now={now} />
          </td>
          <td className={`${cell}actions payment-method-actions ${styles.actions}`}>
            {!card.isDefault && (
              <a
                className={`button default ${button.tertiary}`}
                href={defaultHref(card)}
                rel="nofollow"
                aria-label={`Make ${cardName(card)} the default`}
              >
                Make default
              </a>
            )}
            <a
              className={`button delete ${button.tertiary}`}
              href={hrefs.deletePaymentMethod(card.id)}
              aria-label={`Delete ${cardName(card)}`}
            >
              Delete
            </a>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Expiry({ card, now }: { readonly card: SavedCard; readonly now: Date }) {
  const state = expiryState(card, now)
  if (state === 'valid') return null
  return <span className={styles.warning}>{state === 'expired' ? 'Expired' : 'Expires soon'}</span>
}

type ConfirmCardChangeProps = {
  readonly text: string
  readonly button: string
  readonly action: string
  readonly nonce: string
}

/** Asks before a card is deleted, or made the default by a link that has expired. */
export const ConfirmCardChange = ({ text, button: label, action, nonce }: ConfirmCardChangeProps) => (
  <>
    <p>{text}</p>
    <form method="post" action={action} className={styles.confirm}>
      <input type="hidden" name="_wpnonce" value={nonce} />
      <button type="submit" className={button.primary}>
        {label}
      </button>
      <a className={button.tertiary} href={paths.accountPaymentMethods}>
        Keep everything as it is
      </a>
    </form>
  </>
)
