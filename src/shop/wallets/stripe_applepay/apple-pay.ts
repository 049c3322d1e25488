import { z } from 'zod'
import { defineWallet, walletDefaults, walletSchema } from '../define-wallet.tsx'
import { buttonHeight } from '../wallet-options.ts'
import { associationLimit } from './association-limit.ts'

const schema = walletSchema.extend({
  association: z
    .string()
    .trim()
    .max(associationLimit)
    .regex(/^[\x20-\x7e\r\n]*$/, 'Please paste the text of the file as it is.')
    .describe('Content of the domain association file for Apple Pay. Empty for none.'),
})

export type ApplePaySettings = z.infer<typeof schema>

/** HTML of the button for the Stripe plugin's scripts: Apple's drawing, with a size that needs no style sheet. */
const buttonHtml = (style: string): string =>
  `<button type="button" class="apple-pay-button" aria-label="Apple Pay" style="display:block;width:100%;height:${buttonHeight}px;border:1px solid #000;-webkit-appearance:-apple-pay-button;${style}"></button>`

export const applePay = defineWallet({
  id: 'stripe_applepay',
  name: 'Apple Pay',
  defaults: {
    ...walletDefaults('Apple Pay'),
    description: 'Pay with a card in the Wallet of your iPhone, iPad, Apple Watch or Mac.',
    association: '',
  } as ApplePaySettings,
  schema,
  file: {
    path: '/.well-known/apple-developer-merchantid-domain-association',
    text: ({ association }) => association,
  },
  params: ({ button: { color, style, radius } }) => ({
    button: buttonHtml(
      `background:${color};border-radius:${radius}px;-apple-pay-button-style:${color};-apple-pay-button-type:${style}`,
    ),
    button_options: { height: `${buttonHeight}px`, radius: `${radius}px`, theme: color, type: style },
    button_height: `${buttonHeight}px`,
    button_radius: `${radius}px`,
    display_rule: 'auto',
  }),
})
