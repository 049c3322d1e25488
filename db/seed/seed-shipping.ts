import { sql } from 'drizzle-orm'
import type { Tx } from '../../src/platform/database/connect.ts'
import type { ShippingConfig } from '../../src/shop/pricing/shipping.ts'
import { readZones, shippingConfigOf } from '../../src/shop/shipping/shipping.store.ts'
import { shippingMethods, shippingZones } from '../../src/shop/shipping/shipping.table.ts'

/** Rates named by carrier and delivery time. Free shipping comes first, so that it is preselected when available. */
const free = { title: 'Free shipping, 2–6 business days', requires: 'either', min_amount: '75.00' }
const post = { title: 'Canada Post, 2–6 business days', tax_status: 'taxable', cost: '9.95' }
const pickup = {
  title: 'Pick up at our packing room',
  tax_status: 'none',
  pickup_address: '214 Sterling Road, Unit 9, Toronto',
  pickup_hours: 'Monday to Friday, 9:00 to 17:00',
}

/** Customers nearby may pick up; everybody else gets shipping. */
export async function seedShipping(tx: Tx): Promise<ShippingConfig> {
  await tx.insert(shippingZones).values([
    { id: 1, name: 'Canada', position: 2, locations: [{ type: 'country', code: 'CA' }] },
    { id: 2, name: 'Ontario', position: 1, locations: [{ type: 'state', code: 'CA:ON' }] },
  ])
  await tx.insert(shippingMethods).values([
    { id: 2, zoneId: 1, kind: 'free_shipping', position: 1, settings: free },
    { id: 1, zoneId: 1, kind: 'flat_rate', position: 2, settings: post },
    { id: 4, zoneId: 2, kind: 'free_shipping', position: 1, settings: free },
    { id: 5, zoneId: 2, kind: 'flat_rate', position: 2, settings: post },
    { id: 3, zoneId: 2, kind: 'local_pickup', position: 3, settings: pickup },
  ])
  for (const table of ['shipping_zones', 'shipping_methods'])
    await tx.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), 5)`)
  return shippingConfigOf(await readZones(tx), [])
}
