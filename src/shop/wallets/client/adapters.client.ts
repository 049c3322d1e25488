import type { PaymentRequestWallet } from '@stripe/stripe-js'
import type { OpenWallet } from '../wallet-client.ts'
import type { WalletId } from '../wallets.ts'

/** A wallet's script, exported by `adapter.client.ts` in its folder. */
export type WalletAdapter = {
  readonly openWallet: OpenWallet
  /** Its name in Stripe's payment request, which hides wallets that have their own button. */
  readonly requestName?: PaymentRequestWallet
}

const files = import.meta.glob<WalletAdapter>('../*/adapter.client.ts')

/** Adapters by wallet id, loaded when a button of that wallet is needed. */
export const adapters = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.split('/')[1], load]),
) as Readonly<Record<WalletId, () => Promise<WalletAdapter>>>

export const isWallet = (id: string): id is WalletId => id in adapters
