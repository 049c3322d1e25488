import type { ReactNode } from 'react'
import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { isExpiredUnpaid, needsPayment } from '../../orders/order-status.ts'
import type { Order } from '../../orders/orders.store.ts'
import { isProviderMethod } from '../../payment-methods/payment-methods.ts'
import type { OrderingSettings } from '../context.ts'
import styles from './link-pages.module.css'

type LinkLineProps = { readonly href: string; readonly className?: string; readonly children: ReactNode }

const LinkLine = ({ children, ...link }: LinkLineProps) => (
  <p>
    <a {...link}>{children}</a>
  </p>
)

export function CannotPayPage({ order, settings }: { order: Order; settings: OrderingSettings }) {
  const [title, text] = messageOf(order)
  const isEnded = order.status === 'cancelled' || order.status === 'refunded'
  const contact = settings.contactEmail || settings.ownerEmail
  return (
    <ShopMain className={styles.page} title={<h1>{title}</h1>}>
      <p className="woocommerce-notice" role="status">
        {text}
      </p>
      <LinkLine
        className={button.primary}
        href={isEnded ? hrefs.shop() : hrefs.orderReceived(order.id, order.orderKey)}
      >
        {isEnded ? 'Back to the shop' : 'See your order'}
      </LinkLine>
      <p>
        Something not right? <a href={`mailto:${contact}`}>Write to us</a>, a person answers.
      </p>
    </ShopMain>
  )
}

const NOT_PAID_IN_TIME = [
  'This order was not paid in time.',
  'We could not hold its items any longer, so it can no longer be paid. Nothing was charged. Please order again: what we still have is in the shop.',
] as const

const CANCELLED = [
  'This order was cancelled.',
  'It can no longer be paid, and you owe nothing. If you still want it, please order again.',
] as const

const REFUNDED = [
  'This order was refunded.',
  'It cannot be paid again. Your refund is on its way; banks take 5 to 10 days to show it.',
] as const

/** Of an order that costs nothing and is still unpaid: staff complete it by hand. */
export const NOTHING_TO_PAY = [
  'There is nothing to pay.',
  'This order costs nothing. We email you when we have confirmed it.',
] as const

function messageOf(order: Order): readonly [title: string, text: string] {
  if (isExpiredUnpaid(order)) return NOT_PAID_IN_TIME
  if (order.status === 'cancelled') return CANCELLED
  if (order.status === 'refunded') return REFUNDED
  if (needsPayment(order.status)) return NOTHING_TO_PAY
  const thanks = `Thank you, ${order.billing.firstName}.`
  if (order.paidAt === null && isProviderMethod(order.paymentMethod))
    return [
      'Your payment is on its way.',
      `${thanks} The bank has accepted your payment, and we email you when it has arrived. There is nothing more to pay.`,
    ]
  return order.paidAt === null
    ? [
        'We have your order.',
        `${thanks} There is nothing to pay on this page: you chose ${order.paymentMethodTitle}. Your order page says how to pay.`,
      ]
    : ['This order is already paid.', `${thanks} We have received your payment, and you owe nothing more.`]
}

export const UnknownOrderPage = ({ orderId }: { orderId: number }) => (
  <ShopMain className={styles.page} title={<h1>This payment link does not work.</h1>}>
    <p>
      It may have been cut off, or the order no longer exists. Please open the link from your email again. If that does
      not help, we can send a new link to the address you ordered with.
    </p>
    <LinkLine className={button.primary} href={hrefs.orderReceived(orderId)}>
      Send me the link again
    </LinkLine>
    <LinkLine href={hrefs.shop()}>Back to the shop</LinkLine>
  </ShopMain>
)

type ConfirmLinkProps = {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly action: string
  readonly nonce: string
  readonly back: { readonly href: string; readonly label: string }
}

/** Asks before a link is followed that changes something and has no valid nonce, as from an email. */
export const ConfirmLinkPage = ({ title, text, confirm, action, nonce, back }: ConfirmLinkProps) => (
  <ShopMain className={styles.page} title={<h1>{title}</h1>}>
    <p>{text}</p>
    <form method="post" action={action} className={styles.form}>
      <input type="hidden" name="_wpnonce" value={nonce} />
      <button type="submit" className={button.primary}>
        {confirm}
      </button>
    </form>
    <LinkLine href={back.href}>{back.label}</LinkLine>
  </ShopMain>
)

type ProviderPageProps = { readonly name: string; readonly url: string; readonly back: string }

/** Leads on to a page of the provider. Browsers go there by themselves; the link is for those that do not. */
export const ProviderPage = ({ name, url, back }: ProviderPageProps) => (
  <ShopMain className={styles.page} title={<h1>Going on to {name}</h1>}>
    <p>Your order is kept. You agree to the payment there and come back here; nothing is charged before.</p>
    <LinkLine className={button.primary} href={url}>
      Continue to {name}
    </LinkLine>
    <LinkLine href={back}>Choose another way to pay</LinkLine>
  </ShopMain>
)

/** Shown for a missing order key. Does not reveal whether the order exists. */
export const RequestLinkPage = ({ isSent }: { isSent: boolean }) => (
  <ShopMain className={styles.page} title={<h1>Your order</h1>}>
    {isSent ? (
      <>
        <p role="status" data-notice="">
          If this is the address the order was placed with, we have just sent the link to it. Please check your inbox in
          a minute or two.
        </p>
        <LinkLine href={hrefs.shop()}>Back to the shop</LinkLine>
      </>
    ) : (
      <>
        <p>
          To keep orders private, this page opens only with the link from your confirmation. Enter the email address you
          ordered with, and we will send you the link again.
        </p>
        <form method="post" className={`woocommerce-verify-email ${styles.form}`}>
          <label htmlFor="email">Email address</label>
          <input id="email" name="email" type="email" autoComplete="email" required maxLength={200} />
          <button type="submit" className={button.primary}>
            Send me the link
          </button>
        </form>
        <p>
          Or <a href={paths.account}>sign in</a> if you ordered with an account.
        </p>
      </>
    )}
  </ShopMain>
)
