import { z } from 'zod'
import { priceString } from '../../../platform/money/money.ts'
import { textField } from '../../gateways/payment-method.ts'
import { defineWallet, walletDefaults, walletSchema } from '../define-wallet.tsx'
import { totalLabel } from '../payment-sheet.ts'
import { optionId, type SheetForm, type SheetRow } from '../sheet.ts'
import { buttonLocales, merchantLimits } from './google-pay-options.ts'
import { googlePayOrigins } from './google-pay-script.ts'

const schema = walletSchema.extend({
  locale: z.enum(buttonLocales).describe('Language of the button. Empty for the language of the browser.'),
  // From Google's console. The name is shown in the sheet; '' means the shop's title.
  merchant: z.strictObject({
    id: textField(merchantLimits.id).regex(/^[A-Za-z0-9]*$/, 'Letters and digits, as in Google’s console.'),
    name: textField(merchantLimits.name),
  }),
})

export type GooglePaySettings = z.infer<typeof schema>

const rowTypes: Readonly<Partial<Record<SheetRow['kind'], string>>> = { product: 'SUBTOTAL', tax: 'TAX' }

/** Google's sheet requires at least one shipping option. */
const noOption = { id: 'default', label: 'Waiting…', description: '' }

/** Google's sheet takes prices as text. */
const form: SheetForm = {
  item: ({ kind, label, cents }, currency) => ({
    label,
    type: rowTypes[kind] ?? 'LINE_ITEM',
    price: priceString(cents, currency),
  }),
  options: (rates, currency) =>
    rates.length === 0
      ? [noOption]
      : rates.map((rate) => ({
          id: optionId(rate),
          label: `${rate.title}: ${priceString(rate.costCents, currency)} ${currency}`,
          description: '',
        })),
  // The price in an update is final.
  update: ({ currency, totalCents, rows, rates, chosenRate }, country) => ({
    paymentRequestUpdate: {
      newTransactionInfo: {
        currencyCode: currency,
        countryCode: country,
        totalPriceStatus: 'FINAL',
        totalPrice: priceString(totalCents, currency),
        displayItems: rows.map((row) => form.item(row, currency)),
        totalPriceLabel: totalLabel,
      },
      newShippingOptionParameters: {
        shippingOptions: form.options(rates, currency),
        defaultSelectedOptionId: chosenRate ? optionId(chosenRate) : noOption.id,
      },
    },
  }),
}

export const googlePay = defineWallet({
  id: 'stripe_googlepay',
  name: 'Google Pay',
  defaults: {
    ...walletDefaults('Google Pay'),
    description: 'Pay with a card of your Google account.',
    locale: 'en',
    merchant: { id: '', name: '' },
  } as GooglePaySettings,
  schema,
  form,
  deliveryCall: { name: 'payment_data', route: 'googlepay/shipping-data' },
  productClass: 'wc-stripe-googlepay-product-container',
  origins: googlePayOrigins,
  params: ({ button, locale, merchant }, { isLive, shopName, shopCountry }) => ({
    environment: isLive ? 'PRODUCTION' : 'TEST',
    // Google rejects a merchant id in its test environment.
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
