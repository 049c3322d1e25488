import type { OpenWallet } from '../wallet-client.ts'
import type { WalletId } from '../wallet-ids.ts'

/** The adapter of each wallet, loaded when one of its buttons is wanted. */
export const walletList: Readonly<Record<WalletId, () => Promise<OpenWallet>>> = {
  stripe_googlepay: async () => (await import('./google-pay.client.ts')).openGooglePay,
  stripe_applepay: async () => (await import('./payment-request.client.ts')).openPaymentRequest('stripe_applepay'),
  stripe_payment_request: async () =>
    (await import('./payment-request.client.ts')).openPaymentRequest('stripe_payment_request'),
}
