import { beforeEach } from 'vitest'
import { cardSales } from '../../../test/support/card-sales.ts'
import { disturbPayments } from '../../../test/support/faulty-provider.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import type { Settings } from '../../settings.ts'

/** A shop with card sales of three tins, staff who refund them, and a provider whose answers a test disturbs. */
export async function openTestRefunds(settings: Partial<Settings> = {}) {
  const clock = { later: 0 }
  const opened = await openShop({ settings, now: () => new Date(Date.now() + clock.later) })
  const { app, shop, db } = opened
  const { stripe, about, deliver } = providerEvents(opened)
  const faulty = await disturbPayments(opened, 3000)
  const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
  const manager = await createSignedInUser(shop, 'shop_manager', 'Mira Manager')
  const editor = await createSignedInUser(shop, 'editor')
  const { createSale, onHand } = await cardSales(opened, 3)

  beforeEach(() => {
    clock.later = 0
    faulty.clearFaults()
  })

  return { app, shop, db, clock, stripe, about, deliver, faulty, owner, manager, editor, createSale, onHand }
}
