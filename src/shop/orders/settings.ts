import { custom, integer, oneOf, type SettingsOf, setting } from '../../things/settings/setting.ts'
import type { OwnStatus } from './statuses/own-statuses.ts'

const group = 'Orders'
const limits = 'Limits on unpaid orders'

/** Settings of invoice numbers, unpaid orders and refunds. */
export const orderSettings = {
  /** WooCommerce's "Hold stock (minutes)" for card payments in progress. */
  holdStockMinutes: setting(60, integer({ max: 10_080 }), {
    json: 'hold_stock_minutes',
    description: 'Minutes to hold the stock of an unpaid card order. 0 for no limit.',
    group,
    label: 'Minutes to hold stock for an unpaid card order',
    hint: '0: no limit.',
  }),
  onHoldDays: setting(10, integer({ max: 365 }), {
    json: 'on_hold_days',
    description:
      'Days until an order awaiting a transfer or cheque, or one whose payment has failed, is cancelled. 0 for never.',
    group,
    label: 'Days an order may wait for a transfer or cheque',
    hint: 'A reminder is sent 3 days before. An order whose payment has failed may wait as long. 0: no limit.',
  }),
  /** Maximum stock reserved by one buyer's unpaid orders (`risk/unpaid-reservations.ts`); 0: no limit. */
  unpaidHold: {
    maxPieces: setting(200, integer({ max: 1_000_000 }), { json: 'unpaid_max_pieces', group: limits, label: 'Items' }),
    maxProducts: setting(40, integer({ max: 1_000_000 }), {
      json: 'unpaid_max_products',
      group: limits,
      label: 'Different products',
    }),
    maxCents: setting(300_000, integer({ max: 100_000_000, unit: 100 }), {
      json: 'unpaid_max_cents',
      group: limits,
      label: 'Value of the goods, in dollars',
    }),
  },
  firstInvoiceNumber: setting(1001, integer({ min: 1, max: 1_000_000_000 }), {
    json: 'first_invoice_number',
    group,
    label: 'First invoice number',
    hint: 'Shown as INV-1001. Raise it later and numbering continues from there.',
  }),
  restockRefunded: setting<'unsent' | 'always' | 'never', 'restock_refunded'>(
    'unsent',
    oneOf(
      {
        unsent: 'are restocked unless they were sent',
        always: 'are always restocked',
        never: 'are not restocked; stock is corrected by hand',
      },
      'select',
    ),
    { json: 'restock_refunded', group, label: 'When an order is fully refunded, its items' },
  ),
  ownStatuses: setting<readonly OwnStatus[], 'order_statuses', readonly OwnStatus[]>(
    [],
    custom,
    { json: 'order_statuses', group: 'Order statuses of your own', label: 'Order statuses of your own', isWide: true },
    (value) => value,
  ),
}

export type OrderSettings = SettingsOf<typeof orderSettings>
