import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { escapeLike } from '../../platform/database/list-query.ts'
import { deleteRows, type Person, type PersonalData } from '../../platform/privacy/personal-data.ts'
import { webhookDeliveries } from './webhooks.table.ts'

const isAbout = ({ userId, email }: Person): SQL =>
  or(
    userId === null
      ? undefined
      : and(eq(webhookDeliveries.resource, 'customer'), eq(webhookDeliveries.resourceId, userId)),
    email === null ? undefined : sql`${webhookDeliveries.requestBody} ilike ${`%"${escapeLike(email)}"%`}`,
  ) ?? sql`false`

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
        text: webhookDeliveries.requestBody,
      })
      .from(webhookDeliveries)
      .where(isAbout(person))
      .orderBy(webhookDeliveries.id),
  // Waiting deliveries remain, such as the one about the deleted account.
  erase: (tx, person) => deleteRows(tx, webhookDeliveries, sql`${isAbout(person)} and status <> 'waiting'`),
}
