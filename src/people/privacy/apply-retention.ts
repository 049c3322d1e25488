import { runParts } from '../../platform/jobs/run-each.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { INACTIVE_ACCOUNTS, warnInactiveAccounts } from './delete-account.ts'
import type { WithPrivacy } from './personal-data.ts'
import { logPrivacyEvent } from './privacy-log.ts'
import { cutoffOf, type PrivacySettings } from './settings.ts'

type Shop = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> &
  WithPrivacy &
  WithSettings<PrivacySettings & MessageSettings & SiteSettings>

/** Rows per transaction; few, so that others wait only a moment for the locks. */
const BATCH_SIZE = 200
/** Batches per kind of record and run. The rest follows the next day. */
const MAX_BATCHES = 100

export async function applyRetention(shop: Shop): Promise<Readonly<Record<string, number>>> {
  const now = shop.now()
  const { retention } = shop.settings()
  const done: Record<string, number> = {}
  const run = async (id: string, batch: (cutoff: Date) => Promise<number>) => {
    const period = retention[id]
    if (!period) return
    const cutoff = cutoffOf(period, now)
    let total = 0
    for (let nth = 0; nth < MAX_BATCHES; nth += 1) {
      const rows = await batch(cutoff)
      if (rows === 0) break
      total += rows
      done[id] = total
    }
  }
  const kinds = shop.privacy.retention.map(
    ({ id, apply }) =>
      () =>
        run(id, (cutoff) => shop.db.transaction((tx) => apply(tx, cutoff, BATCH_SIZE, now))),
  )
  try {
    await runParts([...kinds, () => run(INACTIVE_ACCOUNTS, (cutoff) => warnInactiveAccounts(shop, cutoff, BATCH_SIZE))])
  } finally {
    // Also what was deleted before something failed.
    if (Object.keys(retention).length > 0) await logPrivacyEvent(shop.db, { kind: 'retention', details: done, at: now })
  }
  return done
}
