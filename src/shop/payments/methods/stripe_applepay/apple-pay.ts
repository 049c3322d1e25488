import { z } from 'zod'
import { defineWallet, type WalletSettings, walletDefaults, walletSchema } from '../../wallet/define-wallet.tsx'
import { associationLimit, buttonHeight } from '../../wallet/wallet-options.ts'

export type ApplePaySettings = WalletSettings & {
  /** Text of the file with which Apple verifies the shop's domain; '' for none. */
  readonly association: string
}

const schema = walletSchema.extend({
  association: z
    .string()
    .trim()
    .max(associationLimit)
    .regex(/^[\x20-\x7e\r\n]*$/, 'Please paste the text of the file as it is.')
    .describe('Text of the file with which Apple verifies the domain; empty: none.'),
})

/** Apple Pay, through the provider's payment request. */
export const applePay = defineWallet({
  id: 'stripe_applepay',
  name: 'Apple Pay',
  defaults: {
    ...walletDefaults,
    title: 'Apple Pay',
    description: 'Pay with a card in the Wallet of your iPhone, iPad, Apple Watch or Mac.',
    association: '',
  } as ApplePaySettings,
  schema,
  params: ({ button: { color, style, radius } }) => ({
    button: '<button type="button" class="apple-pay-button" aria-label="Apple Pay"></button>',
    button_options: { height: `${buttonHeight}px`, radius: `${radius}px`, theme: color, type: style },
    button_height: `${buttonHeight}px`,
    button_radius: `${radius}px`,
    display_rule: 'auto',
  }),
})
