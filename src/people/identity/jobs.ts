import { handle, schedule } from '../../platform/jobs/jobs.ts'
import { mailNewAccount, mailNewAccountJob } from './account-after-order.ts'
import { registerAccount, registerAccountJob, resetPasswordJob, sendPasswordReset } from './account-requests.ts'
import { mailEmailChange, mailEmailChangeJob } from './change-email.ts'
import { mailSignInCode, mailSignInCodeJob } from './sign-in/sign-in-code.ts'
import { deleteExpiredSignIns } from './sign-in/sign-ins.ts'

type Shop = Parameters<typeof sendPasswordReset>[0]

export const identityJobs = [
  handle(resetPasswordJob, (shop: Shop, { email }) => sendPasswordReset(shop, email)),
  handle(registerAccountJob, (shop: Shop, { email }) => registerAccount(shop, email)),
  handle(mailSignInCodeJob, mailSignInCode),
  handle(mailNewAccountJob, mailNewAccount),
  handle(mailEmailChangeJob, mailEmailChange),
  handle(schedule('drop-expired-sign-ins', '53 * * * *'), deleteExpiredSignIns),
]
