import { enabledWallets } from '../payments/payment-methods.ts'
import type { PaymentMethodSettings } from '../payments/settings.ts'
import type { WalletSection } from '../payments/wallet/wallet-options.ts'
import { parseWalletId, type WalletId } from './wallet-ids.ts'

/** The enabled wallets whose own button stands in this section. */
export const offeredWallets = (settings: PaymentMethodSettings, section: WalletSection): readonly WalletId[] =>
  enabledWallets(settings, section).flatMap((id) => parseWalletId(id) ?? [])
