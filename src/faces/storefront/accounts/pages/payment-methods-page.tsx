import type { Address } from '../../../../people/addresses/address.ts'
import type { FormNonce } from '../../../../people/identity/form-nonce.tsx'
import { shopCurrency } from '../../../../platform/money/money.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { ButtonLink, Submit } from '../../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { payerFieldsOf } from '../../../../shop/gateways/billing-details.ts'
import { CardMark } from '../../../../shop/gateways/cards/card-mark.tsx'
import {
  cardName,
  expiryState,
  expiryText,
  noCardChoice,
  type SavedCard,
} from '../../../../shop/gateways/cards/saved-card.ts'
import type { PaymentService } from '../../../../shop/gateways/context.ts'
import { checkoutPartOf, type GatewayId } from '../../../../shop/payment-methods/payment-methods.ts'
import type { PaymentMethodSettings } from '../../../../shop/payment-methods/settings.ts'
import { GatewayData } from '../../../../shop/wallets/gateway-data.tsx'
import type { Sheet } from '../../../../shop/wallets/sheet.ts'
import account from './account.module.css'
import { TableHead } from './account-frame.tsx'
import orders from './orders.module.css'
import styles from './payment-methods.module.css'

type PaymentMethodsPageProps = {
  readonly cards: readonly SavedCard[]
  readonly now: Date
  readonly canAdd: boolean
  readonly isFull: boolean
  readonly defaultHref: (card: SavedCard) => string
}

export function PaymentMethodsPage({ cards, canAdd, isFull, ...rows }: PaymentMethodsPageProps) {
  const look = cards.length > 0 ? button.secondary : button.primary
  const add = canAdd && !isFull && (
    <a className={`button ${look}`} href={paths.accountAddPaymentMethod}>
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
      <p className="soft-small">
        The payment provider keeps your card numbers. This shop knows only what you see here.
      </p>
    </>
  )
}

const cell = 'woocommerce-PaymentMethod woocommerce-PaymentMethod--'

const actions = <span className="screen-reader-text">Actions</span>

const columns = [
  ['method', 'Method'],
  ['expires', 'Expires'],
  ['actions', actions],
] as const

const Cards = ({ cards, now, defaultHref }: Pick<PaymentMethodsPageProps, 'cards' | 'now' | 'defaultHref'>) => (
  <table
    className={`woocommerce-MyAccount-paymentMethods shop_table shop_table_responsive account-payment-methods-table ${orders.table}`}
  >
    <caption className="screen-reader-text">Your saved cards</caption>
    <TableHead columns={columns} classOf={(name) => `${cell}${name} payment-method-${name}`} />
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

type ConfirmCardChangeProps = Readonly<Record<'text' | 'button' | 'action' | 'nonce', string>>

/** Confirmation before a card is deleted, or before an expired link makes it the default. */
export const ConfirmCardChange = ({ text, button: label, action, nonce }: ConfirmCardChangeProps) => (
  <>
    <p>{text}</p>
    <form method="post" action={action} className={account.save}>
      <input type="hidden" name="_wpnonce" value={nonce} />
      <Submit label={label} />
      <ButtonLink variant="tertiary" href={paths.accountPaymentMethods} label="Keep everything as it is" />
    </form>
  </>
)

type AddPaymentMethodPageProps = {
  readonly settings: PaymentMethodSettings
  readonly gateways: readonly GatewayId[]
  readonly payments: Pick<PaymentService, 'scriptUrl' | 'publishableKey'>
  readonly billing: Partial<Address>
  readonly email: string
  readonly now: Date
  readonly nonce: FormNonce
  readonly restNonce: string
  readonly returnUrlOf: (method: GatewayId) => string
}

/** The form to save a card, with WooCommerce's names (account-pages.md). */
export function AddPaymentMethodPage({ gateways, payments, nonce, ...props }: AddPaymentMethodPageProps) {
  const { billing, email } = props
  if (gateways.length === 0)
    return <p className="woocommerce-info">New payment methods can only be added during checkout.</p>
  return (
    <form
      id="add_payment_method"
      method="post"
      action={paths.accountAddPaymentMethod}
      className={styles.form}
      noValidate
      aria-label="Add a card"
      data-provider-script={payments.scriptUrl}
      data-provider-key={payments.publishableKey}
      data-rest-nonce={props.restNonce}
      data-payer={JSON.stringify(payerFieldsOf({ ...billing, email }))}
    >
      <p>Your bank checks the card; nothing is charged. It may ask you to confirm that it is you.</p>
      <div className="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout" data-form-errors="">
        <div role="alert" />
      </div>
      <div id="payment" className="woocommerce-Payment">
        <Methods gateways={gateways} {...props} />
        <input type="hidden" name="billing_first_name" value={billing.firstName ?? ''} />
        <input type="hidden" name="billing_last_name" value={billing.lastName ?? ''} />
        <input type="hidden" name={nonce.name} id={nonce.name} value={nonce.value} />
        <input type="hidden" name="_wp_http_referer" value={paths.accountAddPaymentMethod} />
        <input type="hidden" name="woocommerce_add_payment_method" value="1" />
        <div className={`form-row ${styles.submit}`}>
          <button type="submit" id="place_order" className={`button alt ${button.cta}`} value="Add payment method">
            Save the card
          </button>
          <ButtonLink variant="tertiary" href={paths.accountPaymentMethods} label="Back to your cards" />
        </div>
      </div>
    </form>
  )
}

/** The Stripe plugin's scripts prepare a card form only if the page has data of its gateway. */
const nothingToPay = (): Sheet => ({
  currency: shopCurrency,
  rows: [],
  rates: [],
  chosenRate: null,
  needsShipping: false,
  subtotalCents: 0,
  totalCents: 0,
})

type MethodsProps = Pick<AddPaymentMethodPageProps, 'settings' | 'gateways' | 'now' | 'returnUrlOf'>

const Methods = ({ settings, gateways, now, returnUrlOf }: MethodsProps) => (
  <ul className={`woocommerce-PaymentMethods payment_methods methods wc_payment_methods ${styles.methods}`}>
    {gateways.map((id, at) => {
      const Part = checkoutPartOf(id)
      return (
        <li key={id} className={`woocommerce-PaymentMethod woocommerce-PaymentMethod--${id} payment_method_${id}`}>
          <input
            id={`payment_method_${id}`}
            type="radio"
            className="input-radio"
            name="payment_method"
            value={id}
            defaultChecked={at === 0}
            data-return-url={returnUrlOf(id)}
          />
          <label htmlFor={`payment_method_${id}`}>{settings.gateways[id].title}</label>
          <GatewayData page="add_payment_method" gateway={id} sheetWith={nothingToPay} />
          <div
            className={`woocommerce-PaymentBox woocommerce-PaymentBox--${id} payment_box payment_method_${id} ${styles.box}`}
          >
            {Part && <Part choice={noCardChoice} now={now} purpose="save" />}
          </div>
        </li>
      )
    })}
  </ul>
)
