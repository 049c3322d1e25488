import type { Tx } from '../../src/database/connect.ts'
import { canadianShipping } from '../../src/pricing/canadian-pricing.ts'
import type { ShippingConfig } from '../../src/pricing/shipping.ts'
import { defaultGateways } from '../../src/settings/gateways.ts'
import { saveSetting } from '../../src/settings/settings.store.ts'

/** Who lives near may fetch their tea; everybody else has it sent. */
const shipping: ShippingConfig = {
  ...canadianShipping,
  zones: [
    {
      name: 'Ontario',
      countries: ['CA'],
      states: ['ON'],
      methods: [
        ...(canadianShipping.zones[0]?.methods ?? []),
        { kind: 'local_pickup', instanceId: 3, title: 'Pick up at the shop', costCents: 0, taxable: false },
      ],
    },
    ...canadianShipping.zones,
  ],
}

/** Ways to pay and to get the goods, so that every one of them can be tried. The account is nobody's. */
export async function seedSettings(tx: Tx): Promise<void> {
  await saveSetting(tx, 'shipping', shipping)
  await saveSetting(tx, 'gateways', {
    ...defaultGateways,
    bacs: {
      enabled: true,
      title: 'Bank transfer',
      description: 'Send the amount from your bank. We keep your order and send it when the money is here.',
      instructions:
        'Please send the total to the account below, with your order number as the message.\nTransfers take one to three working days. We write to you as soon as the money is here.',
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
      description: 'Pay by cash or card when you fetch your order at the shop.',
      instructions: 'Your order waits for you at the shop from the next working day. Please bring the order number.',
      shippingMethods: ['local_pickup'],
    },
  })
}
