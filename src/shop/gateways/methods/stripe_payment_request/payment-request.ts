import { defineWallet, type WalletSettings, walletDefaults, walletSchema } from '../../wallet/define-wallet.tsx'
import { buttonHeight } from '../../wallet/wallet-options.ts'

/** Cards and wallets that the browser keeps, through the provider's payment request. */
export const paymentRequest = defineWallet({
  id: 'stripe_payment_request',
  name: 'Browser wallet',
  clause: 'with a card that your browser has saved',
  defaults: {
    ...walletDefaults,
    enabled: false,
    title: 'Browser wallet',
    description: 'Pay with a card that your browser has saved.',
  } as WalletSettings,
  schema: walletSchema,
  params: ({ button: { color, style, radius } }) => ({
    button: { type: style, theme: color === 'black' ? 'dark' : 'light', height: String(buttonHeight) },
    button_radius: `${radius}px`,
    icons: { chrome: '' },
  }),
})
