import type { Tx } from '../../src/platform/database/connect.ts'
import type { Settings } from '../../src/settings.ts'
import { defaultGateways } from '../../src/shop/payment-methods/payment-methods.ts'
import type { CurrencySetting } from '../../src/shop/pricing/settings.ts'
import { saveSettings } from '../../src/things/settings/settings.store.ts'

/** Currencies that the shop also sells in, at the rates of a day in 2026. */
const currencies = (now: Date): readonly CurrencySetting[] =>
  [
    { currency: 'USD', rate: '0.72' },
    { currency: 'EUR', rate: '0.62' },
  ].map((one) => ({
    ...one,
    rounding: 'none',
    charm: '0.00',
    isCharged: true,
    rateChangedAt: now.toISOString(),
  }))

/** Enables further currencies and payment methods of each kind, for demonstration. The bank account is fictitious. */
export async function seedSettings(tx: Tx, now: Date): Promise<void> {
  await saveSettings<Settings>(tx, { currencies: currencies(now) })
  await saveSettings<Settings>(tx, {
    gateways: {
      ...defaultGateways,
      stripe_afterpay: { ...defaultGateways.stripe_afterpay, enabled: true },
      bacs: {
        enabled: true,
        title: 'Bank transfer',
        description: 'Transfer the total from your bank. We hold your order and pack it when your payment arrives.',
        instructions:
          'Please transfer the total to the account below, with your order number as the message.\nTransfers take one to three business days. We email you as soon as your payment arrives.',
        accounts: [
          {
            accountName: 'Samovar Tea House Inc.',
            bankName: 'Bank of the Lakes',
            institution: '999',
            transit: '00123',
            accountNumber: '1234567',
          },
        ],
      },
      cod: {
        enabled: true,
        title: 'Pay at pickup',
        description: 'Pay by cash or card when you pick up your order.',
        instructions:
          'Your order is ready at our packing room from the next business day. Please bring your order number.',
        shippingMethods: ['local_pickup'],
      },
    },
  })
}
