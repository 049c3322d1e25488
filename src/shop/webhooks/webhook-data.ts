import { and, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm'
import { deleteRows, type Person, type PersonalData } from '../../platform/privacy/personal-data.ts'
import { orderedBy } from '../orders/order-data.ts'
import { orders } from '../orders/orders.table.ts'
import { mayBeUnderWay } from './deliveries.store.ts'
import { webhookDeliveries } from './webhooks.table.ts'

const { resource, resourceId, requestBody, status, attempts } = webhookDeliveries

/** Deliveries about the person's own account and orders. */
const isOwn = (person: Person): SQL =>
  sql`(${person.userId === null ? sql`false` : and(eq(resource, 'customer'), eq(resourceId, person.userId))}
    or (${resource} = 'order' and ${resourceId} = any(array(select ${orders.id} from ${orders} where ${orderedBy(person)}))))`

const isAbout = (person: Person): SQL | undefined =>
  or(
    isOwn(person),
    person.email === null ? undefined : sql`quoted_emails(${requestBody}) @> array[lower(${person.email})]`,
  )

/** Personal data in the log of webhook deliveries. */
export const webhookData: PersonalData = {
  id: 'webhook-deliveries',
  title: 'Messages to programs of the shop',
  isForStaff: true,
  tables: ['webhook_deliveries'],
  read: (db, person) =>
    db
      .select({
        topic: webhookDeliveries.topic,
        sent: webhookDeliveries.attemptedAt,
        // Others, such as a coupon's, name other people as well.
        text: sql<string | null>`case when ${isOwn(person)} then ${requestBody} end`,
      })
      .from(webhookDeliveries)
      .where(isAbout(person))
      .orderBy(webhookDeliveries.id),
  // Waiting deliveries remain, such as the one about the deleted account, without what was sent in vain. One under way
  // no longer has the number of its attempt, without which its result is stored without texts (`settle`).
  async erase(tx, person, now) {
    const isWaiting = eq(status, 'waiting')
    // A coupon's text is stored after its attempt only, and by then the coupon may no longer tell whom it named.
    const isCoupon = person.email === null ? undefined : eq(resource, 'coupon')
    // No attempt begins before the erasure has ended: it would read, and store, what is being erased.
    await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(isWaiting, or(isAbout(person), isCoupon)))
      .orderBy(webhookDeliveries.id)
      .for('update')
    const mayBeAbout = or(isAbout(person), isCoupon && and(isCoupon, mayBeUnderWay(now)))
    const emptied = await tx
      .update(webhookDeliveries)
      .set({ requestBody: null, responseBody: null, attempts: 0 })
      .where(and(isWaiting, mayBeAbout, gt(attempts, 0)))
    const deleted = await deleteRows(tx, webhookDeliveries, sql`${isAbout(person)} and ${ne(status, 'waiting')}`)
    return deleted + (emptied.rowCount ?? 0)
  },
}
