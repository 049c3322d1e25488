import { sql } from 'drizzle-orm'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { sendMessage } from '../../things/messages/send-message.ts'
import { type MessageSettings, messageSettingsOf } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { readAlertSubject } from './messages/alert-subject.ts'
import { backInStock } from './messages/back-in-stock.ts'
import type { StockAlertSettings } from './settings.ts'
import { deleteAlertsOfBuyers, noteAvailability, takeDueAlerts } from './stock-alerts.store.ts'

type Shop = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> &
  WithSettings<MessageSettings & SiteSettings & StockAlertSettings>

/** Marks each request in the transaction that queues its email, so that concurrent processes never send it twice. */
export async function sendStockAlerts(shop: Shop): Promise<number> {
  const settings = shop.settings()
  // While the owner has disabled this email, requests stay queued.
  if (!messageSettingsOf(settings, backInStock).enabled) return 0
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('samovar.stock-alerts')) as held`,
    )
    if (!rows[0]?.held) return 0
    await noteAvailability(tx, now)
    await deleteAlertsOfBuyers(tx)
    const due = await takeDueAlerts(tx, new Date(now.getTime() - settings.stockAlertMinutes * 60_000), now)
    for (const { id: alertId, email: recipient, productId } of due) {
      const subject = await readAlertSubject(tx, productId)
      if (!subject) continue
      await sendMessage(tx, shop, backInStock, {
        recipient,
        subject,
        payload: { alertId },
        key: `back-in-stock:${alertId}`,
      })
    }
    return due.length
  })
}
