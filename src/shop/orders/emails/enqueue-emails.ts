import type { Tx } from '../../../platform/database/connect.ts'
import { insertEmails, type NewEmail } from '../../../things/messages/emails.store.ts'
import type { EmailData } from '../../../things/messages/emails.table.ts'
import type { EmailContext } from '../context.ts'
import type { OrderRow } from '../orders.store.ts'
import { type EmailTemplate, emailSubject, emailTemplateSettings, isForCustomer } from './email-templates.ts'
import type { SubjectOrder } from './message.ts'

type EmailRequest = {
  readonly transition: string
  readonly templates: readonly EmailTemplate[]
  readonly data?: EmailData
}

/**
 * Queues the emails about a status transition, in the same transaction. Repeated calls queue each email once. Returns
 * whether any email is queued.
 */
export async function enqueueEmails(
  shop: EmailContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'number' | 'totalCents' | 'billing'>,
  request: EmailRequest,
): Promise<boolean> {
  const emails = buildEmails(shop, order, request)
  if (emails.length === 0) return false
  await insertEmails(tx, emails, shop.now())
  shop.jobs.enqueueSoon('send-emails')
  return true
}

/** The emails about a status transition, without the types that the owner has disabled. */
export function buildEmails(
  shop: EmailContext,
  order: SubjectOrder & Pick<OrderRow, 'billing'>,
  request: EmailRequest,
): NewEmail[] {
  const settings = shop.settings()
  const data = request.data ?? {}
  return request.templates.flatMap((template) => {
    const templateSettings = emailTemplateSettings(settings.emails, template)
    if (!templateSettings.enabled) return []
    const recipient = isForCustomer(template)
      ? order.billing.email
      : templateSettings.recipients.join(', ') || settings.ownerEmail
    if (recipient === '') return []
    const subject = emailSubject(template, order, data, settings.siteTitle)
    return [{ orderId: order.id, transition: request.transition, template, recipient, subject, data }]
  })
}
