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

/** What programs of the owner were told, in the log of webhooks. */
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
  // What still waits is told first, such as the deletion of the account.
  erase: (tx, person) => deleteRows(tx, webhookDeliveries, sql`${isAbout(person)} and status <> 'waiting'`),
}
