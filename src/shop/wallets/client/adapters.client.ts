import type { PaymentRequestWallet } from '@stripe/stripe-js'
import type { OpenWallet } from '../wallet-client.ts'
import type { WalletId } from '../wallets.ts'

/** The script of a wallet, exported by the file `adapter.client.ts` of its folder. */
export type WalletAdapter = {
  readonly openWallet: OpenWallet
  /** Its name in the provider's payment request, which leaves alone what has a button of its own. */
  readonly requestName?: PaymentRequestWallet
}

const files = import.meta.glob<WalletAdapter>('../*/adapter.client.ts')

/** By the id of each wallet, loaded when one of its buttons is wanted. */
export const adapters = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.split('/')[1], load]),
) as Readonly<Record<WalletId, () => Promise<WalletAdapter>>>

export const isWallet = (id: string): id is WalletId => id in adapters
