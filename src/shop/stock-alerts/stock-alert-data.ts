import { asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Person, PersonalData } from '../../platform/privacy/personal-data.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { stockAlerts } from './stock-alerts.table.ts'

const askedBy = ({ userId, email }: Person): SQL =>
  or(
    userId === null ? sql`false` : eq(stockAlerts.userId, userId),
    email === null ? sql`false` : eq(stockAlerts.email, email),
  ) ?? sql`false`

export const stockAlertData: PersonalData = {
  id: 'stock-alerts',
  title: 'Teas you wait for',
  tables: ['stock_alerts'],
  read: (db, person) =>
    db
      .select({
        tea: entries.title,
        email: stockAlerts.email,
        asked: stockAlerts.createdAt,
        confirmed: stockAlerts.confirmedAt,
        told: stockAlerts.notifiedAt,
      })
      .from(stockAlerts)
      .innerJoin(entries, eq(entries.id, stockAlerts.productId))
      .where(askedBy(person))
      .orderBy(asc(stockAlerts.id)),
  erase: async (tx, person) =>
    (await tx.delete(stockAlerts).where(askedBy(person)).returning({ id: stockAlerts.id })).length,
}
