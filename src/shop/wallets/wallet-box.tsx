import type { WalletId } from './wallet-ids.ts'

const boxIds: Readonly<Record<WalletId, string>> = {
  stripe_googlepay: 'wc-stripe-googlepay-container',
  stripe_applepay: 'wc-stripe-applepay-container',
  stripe_payment_request: 'wc-stripe-payment-request-container',
}

/** The element inside a wallet's item that holds its button, by the Stripe plugin's names (its sheet, "Containers"). */
export const WalletBox = ({ wallet, className }: { readonly wallet: WalletId; readonly className?: string }) => (
  <div className="payment-box">
    <div id={boxIds[wallet]} className={className} />
  </div>
)
