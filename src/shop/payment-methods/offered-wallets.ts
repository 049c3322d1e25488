import { Hono } from 'hono'
import type { Payable } from '../gateways/payment-method.ts'
import type { WalletSection } from '../wallets/wallet-options.ts'
import { type WalletId, wallets } from '../wallets/wallets.ts'
import { isGatewayAvailable } from './payment-methods.ts'
import type { PaymentMethodSettings } from './settings.ts'

export const offeredWallets = ({ gateways }: PaymentMethodSettings, section: WalletSection): WalletId[] =>
  enabledWallets(gateways).flatMap(({ id }) => (gateways[id].sections.includes(section) ? [id] : []))

export const availableWallets = (settings: PaymentMethodSettings, payable: Payable): WalletId[] =>
  wallets.map(({ id }) => id).filter((id) => isGatewayAvailable(settings, id, payable))

/** Origins that scripts of enabled wallets need in the Content-Security-Policy. */
export const walletOrigins = ({ gateways }: PaymentMethodSettings, providerScriptUrl: string) =>
  enabledWallets(gateways).flatMap(({ wallet }) => wallet.origins?.(providerScriptUrl) ?? [])

/** Domain verification files of wallets; 404 until the owner has pasted their content. */
export function walletRoutes(shop: { readonly settings: () => PaymentMethodSettings }): Hono {
  const app = new Hono()
  for (const { id, wallet } of wallets) {
    const { file } = wallet
    if (!file) continue
    app.get(file.path, (context) => {
      const text = file.text(shop.settings().gateways[id])
      return text === '' ? context.notFound() : context.text(text, 200, { 'cache-control': 'no-cache' })
    })
  }
  return app
}

const enabledWallets = (gateways: PaymentMethodSettings['gateways']) => wallets.filter(({ id }) => gateways[id].enabled)
