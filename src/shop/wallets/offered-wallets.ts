import type { Payable } from '../gateways/payable.ts'
import { availableGateways, enabledGateways, enabledWallets } from '../gateways/payment-methods.ts'
import type { PaymentMethodSettings } from '../gateways/settings.ts'
import type { WalletSection } from '../gateways/wallet/wallet-options.ts'
import { parseWalletId, type WalletId } from './wallet-ids.ts'

/** The enabled wallets whose own button stands in this section. */
export const offeredWallets = (settings: PaymentMethodSettings, section: WalletSection): readonly WalletId[] =>
  enabledWallets(settings, section).flatMap((id) => parseWalletId(id) ?? [])

/** Whether a wallet can be paid with at all: payment lists have it in every section. */
export const isWalletEnabled = (settings: PaymentMethodSettings, id: WalletId): boolean =>
  enabledGateways(settings).some((enabled) => enabled === id)

/** The wallets in a list of payment methods. */
export const availableWallets = (settings: PaymentMethodSettings, payable: Payable): readonly WalletId[] =>
  availableGateways(settings, payable).flatMap((id) => parseWalletId(id) ?? [])
