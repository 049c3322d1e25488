import { emailMark } from './faces/storefront/site-icons.routes.ts'
import { dropDeletedAddresses } from './people/account/address-book.ts'
import { identityJobs } from './people/identity/jobs.ts'
import { privacyJobs } from './people/privacy/jobs.ts'
import type { Env } from './platform/env.ts'
import { handle, type JobHandler, schedule } from './platform/jobs/jobs.ts'
import { runParts } from './platform/jobs/run-each.ts'
import { deleteExpiredCarts } from './shop/cart/change-cart.store.ts'
import { catalogJobs } from './shop/catalog/jobs.ts'
import { publishScheduledProducts } from './shop/catalog/product-status.ts'
import { finishAnswers } from './shop/disputes/answer-dispute.ts'
import { detachCardsJob } from './shop/gateways/cards/provider-customer.ts'
import { detachCards } from './shop/gateways/cards/save-card.ts'
import { listingJobs } from './shop/listing/jobs.ts'
import { paymentJobs } from './shop/payments/jobs.ts'
import { reconciliationJobs } from './shop/reconciliation/jobs.ts'
import { reconcilePayments } from './shop/reconciliation/payment-jobs.ts'
import { finishRefunds } from './shop/refunds/refund-order.ts'
import { reportJobs } from './shop/reports/jobs.ts'
import { deleteExpiredLists } from './shop/saved/saved.store.ts'
import { stockAlertJobs } from './shop/stock-alerts/jobs.ts'
import { webhookJobs } from './shop/webhooks/jobs.ts'
import type { Shop } from './shop.ts'
import { formJobs } from './site/forms/submissions/jobs.ts'
import { publishScheduled } from './things/entries/entry-status.ts'
import { dropExpiredSecrets } from './things/messages/emails.store.ts'
import { openEmailTransport, sendEmails, senderOf } from './things/messages/send-emails.ts'
import { sendEmailsJob } from './things/messages/send-message.ts'
import { webhookResources } from './webhook-resources.ts'

export const reconcileJob = schedule('reconcile', '* * * * *', 30)

export function shopJobs(env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>): readonly JobHandler<Shop>[] {
  const transporter = env.SMTP_URL ? openEmailTransport(env.SMTP_URL) : null
  let mark: Buffer | undefined
  return [
    ...identityJobs,
    ...privacyJobs,
    ...catalogJobs,
    ...listingJobs,
    ...paymentJobs,
    ...reconciliationJobs,
    ...stockAlertJobs,
    ...formJobs,
    ...reportJobs,
    ...webhookJobs(webhookResources),
    handle(reconcileJob, (shop: Shop) =>
      runParts([() => reconcilePayments(shop), () => finishRefunds(shop), () => finishAnswers(shop)]),
    ),
    handle(sendEmailsJob, async (shop: Shop) => {
      await dropExpiredSecrets(shop.db, shop.now())
      if (!transporter) return
      const from = env.MAIL_FROM ?? senderOf(shop.settings())
      mark ??= await emailMark()
      await sendEmails(shop, { transporter, from, mark }, shop.messages.outgoing, shop.messages.unsubscribeUrl)
    }),
    handle(detachCardsJob, detachCards),
    handle(schedule('drop-expired-carts', '17 * * * *'), ({ db, now }: Shop) => deleteExpiredCarts(db, now())),
    handle(schedule('drop-deleted-addresses', '41 * * * *'), ({ db, now }: Shop) => dropDeletedAddresses(db, now())),
    handle(schedule('drop-saved-lists', '47 9 * * *'), ({ db, now }: Shop) => deleteExpiredLists(db, now())),
    handle(schedule('publish-scheduled', '* * * * *'), ({ db, now }: Shop) =>
      runParts([() => publishScheduled(db, now()), () => publishScheduledProducts(db, now())]),
    ),
  ]
}
