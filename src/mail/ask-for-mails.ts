import type { Tx } from '../database/connect.ts'
import type { Numbered } from '../orders/order-number.ts'
import type { Order, OrderHead } from '../orders/orders.store.ts'
import type { Shop } from '../shop.ts'
import { type NewMail, writeMails } from './mail.store.ts'
import type { MailFacts } from './mail.table.ts'
import { mailSubject } from './mail-subject.ts'
import { choiceFor, type MailTemplate, mailTemplates } from './mail-templates.ts'

type About = Numbered &
  Pick<OrderHead, 'id' | 'totalCents' | 'billing'> &
  Partial<Pick<Order, 'paymentMethod' | 'shippingLines'>>
type Step = { readonly transition: string; readonly templates: readonly MailTemplate[]; readonly facts?: MailFacts }

/**
 * Asks for mails about one step of an order, in the transaction of that step: all of it happens or nothing. One asked for
 * again is there once. Answers whether any is on its way.
 */
export async function askForMails(
  shop: Pick<Shop, 'settings' | 'now' | 'jobs'>,
  tx: Tx,
  order: Pick<OrderHead, 'id' | 'number' | 'totalCents' | 'billing'>,
  step: Step,
): Promise<boolean> {
  const mails = mailsAbout(shop, order, step)
  if (mails.length === 0) return false
  await writeMails(tx, mails, shop.now())
  shop.jobs.soon('send-mails')
  return true
}

/** The mails about one step of an order, without those that the owner has switched off. */
export function mailsAbout(shop: Pick<Shop, 'settings'>, order: About, step: Step): NewMail[] {
  const settings = shop.settings()
  const facts = step.facts ?? {}
  return step.templates.flatMap((template) => {
    const choice = choiceFor(settings.mails, template)
    if (!choice.enabled) return []
    const isTheirs = mailTemplates[template].to === 'customer'
    const recipient = isTheirs ? order.billing.email : choice.recipients.join(', ') || settings.ownerEmail
    if (recipient === '') return []
    const subject = mailSubject(template, order, facts, settings.siteTitle)
    return [{ orderId: order.id, transition: step.transition, template, recipient, subject, facts }]
  })
}
