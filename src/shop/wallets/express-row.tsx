import type { ReactNode } from 'react'
import { GatewayData, type GatewayPageData, WalletBox } from './gateway-data.tsx'
import styles from './wallets.module.css'
import type { WalletId } from './wallets.ts'

/* Containers of wallet buttons (stripe-plugin sheet, "Containers"); hidden without JavaScript. */

type Props = { readonly wallets: readonly WalletId[]; readonly isFree: boolean }

const rowData = (place: 'cart' | 'checkout', isFree: boolean) =>
  ({ 'data-express': place, 'data-state': 'waiting', hidden: isFree }) as const

export const CartWallets = ({ wallets, sheetWith, isFree }: Props & GatewayPageData) =>
  wallets.length > 0 && (
    <div className={`wc-stripe-cart-checkout-container ${styles.row}`} {...rowData('cart', isFree)}>
      <ul className={`wc_stripe_cart_payment_methods ${styles.list}`} aria-label="Express checkout">
        <li className={`or ${styles.or}`}>
          <p className="wc-stripe-cart-or">or</p>
        </li>
        {wallets.map((id) => (
          <Place key={id} id={id} className={`wc-stripe-payment-method payment_method_${id}`}>
            {!isFree && <GatewayData page="cart" gateway={id} sheetWith={sheetWith} />}
            <WalletBox wallet={id} />
          </Place>
        ))}
      </ul>
      <Problem />
    </div>
  )

export const CheckoutWallets = ({ wallets, isFree }: Props) =>
  wallets.length > 0 && (
    <div className={`wc-stripe-banner-checkout ${styles.row} ${styles.banner}`} {...rowData('checkout', isFree)}>
      <fieldset className={styles.group}>
        <legend className={`banner-title ${styles.legend}`}>Express checkout</legend>
        <ul className={`wc_stripe_checkout_banner_gateways ${styles.list}`}>
          {wallets.map((id) => (
            <Place key={id} id={id} className={`wc-stripe-checkout-banner-gateway banner_payment_method_${id}`} />
          ))}
        </ul>
        <Problem />
      </fieldset>
      <span className={`banner-divider ${styles.or}`}>or</span>
    </div>
  )

const Place = ({ id, className, children }: { id: WalletId; className: string; children?: ReactNode }): ReactNode => (
  <li className={`${className} ${styles.place}`} data-wallet={id}>
    {children}
  </li>
)

const Problem = () => <p className={styles.problem} role="alert" data-express-problem="" />
