import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import { type CheckoutSettings, policySlugs } from '../../shop/checkout/settings.ts'
import type { WithPayments } from '../../shop/gateways/context.ts'
import { enabledGateways, offlinePayment } from '../../shop/payment-methods/payment-methods.ts'
import type { PaymentMethodSettings } from '../../shop/payment-methods/settings.ts'
import type { WithPricing } from '../../shop/pricing/context.ts'
import { reachableSlugs } from '../../things/entries/old-slugs.store.ts'
import { type SiteSettings, siteSettings } from '../../things/settings/site-settings.ts'
import type { OnboardingSettings } from './settings.ts'
import { testMail } from './test-mail.ts'

export type TaskSettings = SiteSettings & CheckoutSettings & PaymentMethodSettings & OnboardingSettings
export type TaskParts = Pick<Platform, 'db' | 'publicUrl' | 'environment'> & WithPayments & WithPricing
type TaskShop = TaskParts & WithSettings<TaskSettings>

export type Task = {
  readonly id: string
  readonly title: string
  readonly text: string
  /** The screen on which the step is done, and the text of the link to it. */
  readonly href: string
  readonly link: string
  /** Derived from the shop's data, so there is no box to tick. */
  readonly isDone: (shop: TaskShop) => boolean | Promise<boolean>
  /** A hint that is shown until the step is done. */
  readonly note?: (shop: TaskShop) => string
}

const anyRow = async (db: Db, query: ReturnType<typeof sql>): Promise<boolean> =>
  (await db.execute<{ any: boolean }>(sql`select exists (${query}) as "any"`)).rows[0]?.any === true

/** The steps before a new shop opens, in the easiest order. */
export const tasks: readonly Task[] = [
  {
    id: 'store',
    title: 'Name and address',
    text: 'What the shop is called, where it is, and where orders are mailed to.',
    href: paths.adminSettings,
    link: 'Shop settings',
    isDone(shop) {
      const { siteTitle, ownerEmail, storeAddress } = shop.settings()
      const isOwn = siteTitle !== siteSettings.siteTitle.initial && ownerEmail !== siteSettings.ownerEmail.initial
      return isOwn && [storeAddress.address1, storeAddress.city, storeAddress.postcode].every((line) => line !== '')
    },
  },
  {
    id: 'product',
    title: 'Your first product',
    text: 'A name, a price and a picture are enough to sell it.',
    href: paths.adminNewProduct,
    link: 'Add a product',
    isDone: ({ db, settings }) =>
      anyRow(
        db,
        sql`select 1 from entries where kind = 'product' and status = 'publish' and id > ${settings().demo?.lastEntry ?? 0}`,
      ),
  },
  {
    id: 'shipping',
    title: 'Shipping',
    text: 'Where you send to, how, and what it costs.',
    href: paths.adminShipping,
    link: 'Shipping',
    isDone: (shop) => shop.pricing().shipping.zones.some(({ methods }) => methods.length > 0),
  },
  {
    id: 'taxes',
    title: 'Taxes',
    text: 'The rates of the places you sell to. Skip it if you charge none.',
    href: paths.adminTaxes,
    link: 'Taxes',
    isDone: (shop) => shop.pricing().taxTable.length > 0,
  },
  {
    id: 'payments',
    title: 'Payments',
    text: 'How you are paid: by card, by bank transfer, at pickup.',
    href: paths.adminPayments,
    link: 'Payment methods',
    isDone: (shop) =>
      enabledGateways(shop.settings()).some((id) => shop.payments.mode === 'live' || offlinePayment(id) !== null),
    note: (shop) =>
      shop.payments.mode === 'live'
        ? ''
        : 'No card is charged yet: the keys of Stripe (STRIPE_SECRET_KEY and the two beside it) are set where the shop is started.',
  },
  {
    id: 'mail',
    title: 'Mail',
    text: 'Send yourself a test, as your customers will get it.',
    href: paths.adminEmails,
    link: 'The outbox',
    isDone: ({ db, settings }) =>
      settings().isMailProved ||
      anyRow(db, sql`select 1 from emails where template = ${testMail.id} and sent_at is not null`),
    note: ({ environment }) =>
      environment.hasMailServer
        ? ''
        : 'No mail server is set (SMTP_URL, where the shop is started): until then mail waits in the outbox.',
  },
  {
    id: 'policies',
    title: 'Policies',
    text: 'Terms and a privacy policy, which your checkout links to.',
    href: paths.adminPages,
    link: 'Pages',
    async isDone(shop) {
      const slugs = policySlugs(shop.settings())
      return (await reachableSlugs(shop.db, 'page', slugs)).size === slugs.length
    },
  },
  {
    id: 'demo',
    title: 'Demo removed',
    text: 'The example products, posts and people go before yours are seen.',
    href: paths.adminProducts,
    link: 'Products',
    isDone: (shop) => shop.settings().demo === null,
    note: (shop) =>
      shop.settings().demo?.people.length === 1
        ? 'The account that you use is the demo’s, and its password is public: make one of your own under People, sign in with it, and remove the demo once more.'
        : '',
  },
  {
    id: 'domain',
    title: 'Your own address',
    text: 'An https address of your own, which customers know.',
    href: paths.adminSystemStatus,
    link: 'System status',
    isDone: ({ publicUrl }) => publicUrl.startsWith('https:'),
    note: ({ publicUrl }) =>
      `It is ${publicUrl} now. Set SHOP_URL to your https address where the shop is started, and start it again.`,
  },
]
