import { defineWallet, type WalletSettings, walletDefaults, walletSchema } from '../define-wallet.tsx'
import { buttonHeight } from '../wallet-options.ts'

export const paymentRequest = defineWallet({
  id: 'stripe_payment_request',
  name: 'Browser wallet',
  clause: 'with a card that your browser has saved',
  defaults: {
    ...walletDefaults('Browser wallet'),
    enabled: false,
    description: 'Pay with a card that your browser has saved.',
  } as WalletSettings,
  schema: walletSchema,
  // The plugin's script of this version reads the same global name on every page.
  paramsName: 'wc_stripe_payment_request_params',
  params: ({ button: { color, style, radius } }) => ({
    button: { type: style, theme: color === 'black' ? 'dark' : 'light', height: String(buttonHeight) },
    button_radius: `${radius}px`,
    icons: { chrome: '' },
  }),
})
