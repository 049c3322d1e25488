import { handle, schedule } from '../../platform/jobs/jobs.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { foldOrderCounts } from '../orders/order-counts.store.ts'
import { refreshTotals } from './refresh-totals.store.ts'

/** Stops well before the job's time limit of two minutes. */
const UNTIL_MS = 60_000

export const reportJobs = [
  handle(
    schedule('fold-reports', '* * * * *'),
    async ({ db, settings }: Pick<Platform, 'db'> & WithSettings<SiteSettings>) => {
      await foldOrderCounts(db)
      await refreshTotals(db, { timeZone: settings().timeZone, untilMs: UNTIL_MS })
    },
  ),
]
