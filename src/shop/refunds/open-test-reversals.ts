import { eq } from 'drizzle-orm'
import { cardSales, type Sale } from '../../../test/support/card-sales.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import type { Settings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { readOrder, readOrderNotes } from '../orders/orders-read.store.ts'

/** Refunds and disputes of card sales that start at the payment provider, and their events. */
export async function openTestReversals() {
  const opened = await openShop()
  const { app, shop, db, enqueuedJobs: jobs } = opened
  const webhooks = providerEvents(opened)
  const { stripe } = webhooks
  const owner = await createSignedInUser(shop, 'administrator')
  const { createSale, onHand } = await cardSales(opened, 2)

  const refundAtProvider = (sale: Sale, amount?: number) =>
    stripe.refunds.create({
      payment_intent: sale.intentId,
      reason: 'requested_by_customer',
      ...(amount ? { amount } : {}),
    })
  const dispute = (sale: Sale, fields: Record<string, string> = {}) =>
    stripe.rawRequest('POST', '/v1/test_helpers/disputes', { payment_intent: sale.intentId, ...fields }) as Promise<
      Awaited<ReturnType<typeof stripe.disputes.retrieve>>
    >
  const deliverEvents = async (sale: Sale) => webhooks.deliver(await webhooks.about(sale.intentId))
  const orderOf = async (sale: Sale) => {
    const order = await readOrder(db, sale.id)
    if (!order) throw new Error('The order is gone')
    return order
  }
  const notesOf = async (sale: Sale) => (await readOrderNotes(db, sale.id)).map((note) => note.text).toReversed()
  const emailsOf = async (sale: Sale, after = '') =>
    (await db.select().from(emails).where(eq(emails.orderId, sale.id)).orderBy(emails.id))
      .map((mail) => mail.template)
      .filter((template) => template.includes(after))
  const asOwner = async (path: string) => {
    const answer = await app.request(path, { headers: owner.headers })
    return {
      status: answer.status,
      json: (await answer.json()) as {
        readonly meta_data: readonly { readonly key: string; readonly value: unknown }[]
      },
    }
  }
  /** The same shop with another restocking setting. */
  const withStock = (restockRefunded: Settings['restockRefunded']) => ({
    ...shop,
    settings: () => ({ ...shop.settings(), restockRefunded }),
  })

  return {
    opened,
    shop,
    app,
    db,
    jobs,
    webhooks,
    stripe,
    createSale,
    onHand,
    refundAtProvider,
    dispute,
    deliverEvents,
    orderOf,
    notesOf,
    emailsOf,
    asOwner,
    withStock,
  }
}
