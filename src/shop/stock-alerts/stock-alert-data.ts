import { asc, eq } from 'drizzle-orm'
import { deleteRows, namesPerson, type PersonalData } from '../../platform/privacy/personal-data.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { stockAlerts } from './stock-alerts.table.ts'

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
      .where(namesPerson(person, stockAlerts))
      .orderBy(asc(stockAlerts.id)),
  erase: (tx, person) => deleteRows(tx, stockAlerts, namesPerson(person, stockAlerts)),
}
