import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import type { emails } from '../../../things/messages/emails.table.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { PaymentMethodSettings } from '../../payments/settings.ts'
import { findOrder } from '../orders.store.ts'
import { isEmailTemplate } from './email-templates.ts'
import { renderEmail } from './render-email.ts'

type EmailRow = Pick<typeof emails.$inferSelect, 'id' | 'orderId' | 'template' | 'data' | 'html' | 'text'>

/**
 * The content of an email: stored if it was sent, otherwise rendered from its order. Throws when rendering fails; the
 * email then stays queued.
 */
export async function emailContent(
  db: Db | Tx,
  email: EmailRow,
  shop: Pick<Platform, 'secret' | 'url'> & WithSettings<PaymentMethodSettings & SiteSettings>,
): Promise<{ readonly html: string; readonly text: string }> {
  if (email.html !== null && email.text !== null) return { html: email.html, text: email.text }
  if (!isEmailTemplate(email.template)) throw new Error(`Mail ${email.id} is of an unknown kind: ${email.template}`)
  const order = email.orderId === null ? null : await findOrder(db, email.orderId)
  if (!order) throw new Error(`The order of mail ${email.id} is gone`)
  const { html, text } = renderEmail(email.template, order, email.data, {
    ...{ url: shop.url, secret: shop.secret, settings: shop.settings() },
  })
  return { html, text }
}
