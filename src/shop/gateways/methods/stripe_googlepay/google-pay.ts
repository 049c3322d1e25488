import { z } from 'zod'
import { textField } from '../../payment-method.ts'
import { defineWallet, type WalletSettings, walletDefaults, walletSchema } from '../../wallet/define-wallet.tsx'
import { type ButtonLocale, buttonLocales, merchantLimits } from '../../wallet/wallet-options.ts'

export type GooglePaySettings = WalletSettings & {
  readonly locale: ButtonLocale
  /** As registered in Google's console. The name is on the sheet; '' is the shop's title. */
  readonly merchant: { readonly id: string; readonly name: string }
}

const schema = walletSchema.extend({
  locale: z.enum(buttonLocales).describe('Language of the button; empty: the browser’s.'),
  merchant: z.strictObject({
    id: textField(merchantLimits.id).regex(/^[A-Za-z0-9]*$/, 'Letters and digits, as in Google’s console.'),
    name: textField(merchantLimits.name),
  }),
})

/** Google Pay, through its own script. */
export const googlePay = defineWallet({
  id: 'stripe_googlepay',
  name: 'Google Pay',
  defaults: {
    ...walletDefaults,
    title: 'Google Pay',
    description: 'Pay with a card of your Google account.',
    locale: 'en',
    merchant: { id: '', name: '' },
  } as GooglePaySettings,
  schema,
  params: ({ button, locale, merchant }, { isLive, shopName, shopCountry }) => ({
    environment: isLive ? 'PRODUCTION' : 'TEST',
    // Google refuses a merchant in its test environment.
    merchant_id: isLive ? merchant.id : '',
    merchant_name: merchant.name || shopName,
    processing_country: shopCountry,
    button_color: button.color,
    button_style: button.style,
    button_size_mode: 'fill',
    button_locale: locale || null,
    button_shape: 'rect',
    button_radius: button.radius,
  }),
})
