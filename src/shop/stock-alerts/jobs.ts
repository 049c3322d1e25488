import { handle, schedule } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/web/context.ts'
import { requestConfirmation, stockAlertJob } from './request-alert.ts'
import { sendStockAlerts } from './send-alerts.ts'
import { deleteExpiredAlerts } from './stock-alerts.store.ts'

export const sendStockAlertsJob = schedule('send-stock-alerts', '* * * * *')

export const stockAlertJobs = [
  handle(stockAlertJob, requestConfirmation),
  handle(sendStockAlertsJob, sendStockAlerts),
  handle(schedule('drop-stock-alerts', '49 9 * * *'), ({ db, now }: Pick<Platform, 'db' | 'now'>) =>
    deleteExpiredAlerts(db, now()),
  ),
]
