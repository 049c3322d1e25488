import { handle, schedule } from '../../platform/jobs/jobs.ts'
import { applyRetention } from './apply-retention.ts'
import { eraseDueAccounts } from './delete-account.ts'

export const privacyJobs = [
  handle(schedule('erase-accounts', '7 * * * *'), eraseDueAccounts),
  handle(schedule('apply-retention', '33 4 * * *'), applyRetention),
]
