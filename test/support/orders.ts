import type { Address } from '../../src/people/addresses/address.ts'
import type { Db } from '../../src/platform/database/connect.ts'
import { insertOrder, type NewOrder, type Order } from '../../src/shop/orders/orders.store.ts'

export const ada: Address = {
  firstName: 'Ada',
  lastName: 'Leaf',
  company: '',
  address1: '1 Kettle Lane',
  address2: '',
  city: 'Toronto',
  state: 'ON',
  postcode: 'M5V 2T6',
  country: 'CA',
  email: 'ada@shop.test',
  phone: '4165550100',
}

let keys = 0

/** The line of the order that `writeOrder` inserts. */
export const teapots: NewOrder['lines'][number] = {
  productId: 131,
  name: 'Cast-iron teapot',
  sku: 'POT-1',
  quantity: 2,
  unitPriceCents: 6103,
  subtotalCents: 12206,
  totalCents: 12206,
  taxCents: 1587,
  taxClass: 'standard',
  imagePath: '2026/11/cast-iron-teapot-pack.webp',
}

/** An order of two teapots to Ontario with 13 % HST, inserted directly. */
export async function writeOrder(db: Db, changes: Partial<NewOrder> = {}): Promise<Order> {
  keys += 1
  const orderKey = `wc_order_test${keys}`
  return db.transaction((tx) =>
    insertOrder(tx, {
      orderKey,
      itemsSubtotalCents: 12206,
      itemsTotalCents: 12206,
      shippingCents: 995,
      taxCents: 1716,
      totalCents: 14917,
      billing: ada,
      shipping: ada,
      paymentMethod: 'bacs',
      paymentMethodTitle: 'Direct bank transfer',
      createdAt: new Date('2026-11-20T11:49:27Z'),
      updatedAt: new Date('2026-11-20T11:49:27Z'),
      lines: [teapots],
      shippingLines: [{ rateId: 'flat_rate:1', title: 'Flat rate', totalCents: 995, taxCents: 129 }],
      taxLines: [{ code: 'CA-ON-HST-1', label: 'HST', ratePer100k: 13000, itemsTaxCents: 1587, shippingTaxCents: 129 }],
      ...changes,
    }),
  )
}
