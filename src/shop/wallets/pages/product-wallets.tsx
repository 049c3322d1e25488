import type { PaymentService } from '../../gateways/context.ts'
import { boxId, GatewayData, type GatewayPageData, WalletBox } from '../gateway-data.tsx'
import styles from '../wallets.module.css'
import { type WalletId, walletOf } from '../wallets.ts'

/** Inside the product form. The space of one button stays reserved until the wallets have answered. */
export const ProductWallets = ({ wallets, ...data }: GatewayPageData & { readonly wallets: readonly WalletId[] }) => (
  <div className={`wc-stripe-product-checkout-container bottom ${styles.container}`}>
    <p className={styles.productOr}>or</p>
    <ul className={`wc_stripe_product_payment_methods ${styles.wallets}`}>
      {wallets.map((wallet) => (
        <li key={wallet} className={`payment_method_${wallet}`}>
          <GatewayData page="product" gateway={wallet} {...data} />
          <WalletBox wallet={wallet} className={walletOf(wallet)?.productClass ?? boxId(wallet)} />
        </li>
      ))}
    </ul>
  </div>
)

export const WalletProblem = ({
  provider,
}: {
  readonly provider: Pick<PaymentService, 'scriptUrl' | 'publishableKey'>
}) => (
  <p
    className={styles.problem}
    role="alert"
    data-wallet-problem=""
    data-provider-script={provider.scriptUrl}
    data-provider-key={provider.publishableKey}
  />
)
