/** Wallets that can stand on product, cart and checkout pages, by the ids of the Stripe plugin. */
const walletIds = ['stripe_googlepay', 'stripe_applepay', 'stripe_payment_request'] as const
export type WalletId = (typeof walletIds)[number]

export const isGooglePay = (id: WalletId | null): boolean => id === 'stripe_googlepay'

export const parseWalletId = (id: string): WalletId | null => walletIds.find((each) => each === id) ?? null
