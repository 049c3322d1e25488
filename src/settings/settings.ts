import { defaultHome, type HomeContent } from '../content/home.ts'
import type { MailChoices } from '../mail/mail-templates.ts'
import type { PhoneField } from '../orders/address-rules.ts'
import type { FeeRule } from '../pricing/fees.ts'
import type { ShippingConfig } from '../pricing/shipping.ts'
import { defaultGateways, type Gateways, isOffered } from './gateways.ts'

/** What an owner can change. Stored by name in `settings`; a name that is not stored has the value below. */
export type Settings = {
  readonly siteTitle: string
  readonly tagline: string
  readonly ownerEmail: string
  readonly productsPerPage: number
  readonly cartRedirectAfterAdd: 'yes' | 'no'
  /** How a grid of products is arranged: 1 has the button inside the picture on wide screens, 4 is the compact one (CAT-04). */
  readonly gridLayout: 1 | 4
  readonly reviews: {
    readonly ratingRequired: 'yes' | 'no'
    /** Which reviews wait for an owner before they are shown. */
    readonly wait: 'all' | 'first' | 'none'
    /** Only people who have bought the product may write. */
    readonly buyersOnly: boolean
  }
  /** Whether orders are told where their visit came from (ATTR-01). */
  readonly allowsTracking: boolean
  /** What counts as too much in an hour (`checkout/order-door.ts`). */
  readonly orderLimits: {
    /** Cards that fail, for one address, e-mail or cart. */
    readonly failedCards: number
    /** Cards that fail in the whole shop among those sent without a proof of work; beyond it a proof is asked for. */
    readonly failedCardsUnproved: number
    /** Orders that are accepted without a payment and without a proof, from one address or e-mail. */
    readonly ordersUnproved: number
  }
  readonly storeNotice: { readonly id: string; readonly text: string } | null
  readonly gateways: Gateways
  /** Which mails are written, and to whom the shop's own go. */
  readonly mails: MailChoices
  /** The first order is called this. Raised later, numbers go on from there. */
  readonly firstOrderNumber: number
  /** How long goods are kept for somebody who is paying by card; 0: for as long as it takes. */
  readonly holdStockMinutes: number
  /** Whether goods go back on the shelf when all the money of their order went back: only those not sent yet, all, or none. */
  readonly restockRefunded: 'unsent' | 'always' | 'never'
  /** What one buyer may have kept without a payment (`checkout/unpaid-hold.ts`); 0: as much as they like. */
  readonly unpaidHold: {
    readonly maxPieces: number
    /** Different products and sizes. */
    readonly maxProducts: number
    /** Value of the goods. */
    readonly maxCents: number
  }
  /** Days after which an order that waits for a transfer or a cheque is cancelled; 0: never. */
  readonly onHoldDays: number
  readonly shipping: ShippingConfig | null
  /** How prices and taxes go together; a change counts for carts from then on, orders keep what they were. */
  readonly taxes: { readonly pricesIncludeTax: boolean; readonly roundTax: 'line' | 'subtotal' }
  /** What is added to some carts. */
  readonly fees: readonly FeeRule[]
  readonly checkout: CheckoutSettings
  /** Whether the checkout insists on a telephone number, asks for one, or does not ask. */
  readonly checkoutPhoneField: PhoneField
  readonly termsPage: string | null
  /** Stock at or below this is told to shoppers. */
  readonly lowStock: number
  readonly menu: readonly {
    readonly label: string
    readonly href: string
    readonly children?: readonly { readonly label: string; readonly href: string }[]
  }[]
  /** Where the house is reached; the owner's address alone when left out. */
  readonly contact: { readonly email: string; readonly phone: string; readonly address: readonly string[] } | null
  /** What people look for at the end of a page. */
  readonly footerFacts: readonly { readonly title: string; readonly text: string; readonly href: string }[]
  /** Words and pictures of the home page. */
  readonly home: HomeContent
}

/** Codes of countries, or all there are. */
export type Countries = readonly string[] | 'everywhere'

export type CheckoutSettings = {
  readonly sellsTo: Countries
  readonly shipsTo: Countries
  /**
   * Whether an account can be made while buying: with a link by mail to set its password, with a password typed at once,
   * or not at all.
   */
  readonly accounts: 'link' | 'password' | 'none'
}

/** Ways to pay, in the order in which shoppers see them; the first one is taken when nothing is said. */
const gatewayIds = ['stripe_cc', 'bacs', 'cheque', 'cod'] as const
export type GatewayId = (typeof gatewayIds)[number]

export const enabledGateways = (settings: Pick<Settings, 'gateways'>): GatewayId[] =>
  gatewayIds.filter((id) => settings.gateways[id].enabled)

/** What somebody can choose from who has the order sent by this rate. */
export const offeredGateways = (settings: Pick<Settings, 'gateways'>, rateId: string | null): GatewayId[] =>
  gatewayIds.filter((id) => isOffered(settings, id, rateId))

export const defaultSettings: Settings = {
  siteTitle: 'Samovar',
  tagline: 'Tea, from the leaf to the table',
  ownerEmail: 'owner@samovar.test',
  productsPerPage: 12,
  cartRedirectAfterAdd: 'no',
  gridLayout: 1,
  reviews: { ratingRequired: 'yes', wait: 'first', buyersOnly: false },
  allowsTracking: true,
  orderLimits: { failedCards: 6, failedCardsUnproved: 15, ordersUnproved: 20 },
  storeNotice: null,
  gateways: defaultGateways,
  mails: {},
  firstOrderNumber: 1001,
  holdStockMinutes: 60,
  restockRefunded: 'unsent',
  unpaidHold: { maxPieces: 200, maxProducts: 40, maxCents: 300_000 },
  onHoldDays: 10,
  shipping: null,
  taxes: { pricesIncludeTax: false, roundTax: 'line' },
  fees: [],
  checkout: { sellsTo: ['CA'], shipsTo: ['CA'], accounts: 'link' },
  checkoutPhoneField: 'required',
  termsPage: 'terms',
  lowStock: 5,
  menu: [
    {
      label: 'Tea',
      href: '/product-category/tea/',
      children: [
        { label: 'Green', href: '/product-category/green-tea/' },
        { label: 'White', href: '/product-category/white-tea/' },
        { label: 'Yellow', href: '/product-category/yellow-tea/' },
        { label: 'Oolong', href: '/product-category/oolong/' },
        { label: 'Black', href: '/product-category/black-tea/' },
        { label: 'Dark', href: '/product-category/dark-tea/' },
      ],
    },
    {
      label: 'Herbal',
      href: '/product-category/herbal/',
      children: [
        { label: 'Tisanes', href: '/product-category/herbal/' },
        { label: 'Remedies', href: '/product-category/remedies/' },
      ],
    },
    { label: 'Teaware', href: '/product-category/teaware/' },
    { label: 'Gifts and samplers', href: '/product-category/gifts/' },
    { label: 'Shop all', href: '/shop/' },
    { label: 'Journal', href: '/blog/' },
  ],
  contact: null,
  footerFacts: [],
  home: defaultHome,
}
