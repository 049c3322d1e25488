import { defineWallet, type WalletSettings, walletDefaults, walletSchema } from '../../wallet/define-wallet.tsx'
import { buttonHeight } from '../../wallet/wallet-options.ts'

/** Apple Pay, through the provider's payment request. */
export const applePay = defineWallet({
  id: 'stripe_applepay',
  name: 'Apple Pay',
  defaults: {
    ...walletDefaults,
    title: 'Apple Pay',
    description: 'Pay with a card in the Wallet of your iPhone, iPad, Apple Watch or Mac.',
  } as WalletSettings,
  schema: walletSchema,
  params: ({ button: { color, style, radius } }) => ({
    button: '<button type="button" class="apple-pay-button" aria-label="Apple Pay"></button>',
    button_options: { height: `${buttonHeight}px`, radius: `${radius}px`, theme: color, type: style },
    button_height: `${buttonHeight}px`,
    button_radius: `${radius}px`,
    display_rule: 'auto',
  }),
})
