import { randomBytes } from 'node:crypto'

/** Things of the demo shop that browser tests and pictures ask for by name. */
export const demo = {
  simple: 'jasmine-dragon-pearls',
  another: 'faiyum-chamomile',
  variable: 'cederberg-rooibos',
  partlySoldOut: 'xi-hu-longjing',
  /** Two choices, one of which leads nowhere and one of which is sold out. */
  manyChoices: 'morning-mug',
  grouped: 'gongfu-table',
  external: 'the-patient-leaf',
  /** All that there is to see of it is one picture. */
  onePicture: 'paper-filters',
  /** Two of it are left. */
  nearlySoldOut: 'wuyi-da-hong-pao',
  soldOut: 'li-shan',
  /** Counted, and there are more than a few of it. */
  counted: 'huo-shan-huang-ya',
  onSale: 'huang-shan-mao-feng',
  /** Taxed like most goods; teas are not. */
  teaware: 'fairness-pitcher',
  category: 'oolong',
  post: 'water-before-leaf',
  page: 'about',
} as const

export const users = {
  owner: { email: 'owner@samovar.test', password: 'samovar-owner' },
  editor: { email: 'editor@samovar.test', password: 'samovar-editor' },
  customer: { email: 'customer@samovar.test', password: 'samovar-customer' },
} as const

/** A place in Ontario as somebody types it. */
export const typedAddress = {
  billing_email: 'ada@shop.test',
  billing_first_name: 'Ada',
  billing_last_name: 'Leaf',
  billing_address_1: '1 Kettle Lane',
  billing_city: 'Toronto',
  billing_state: 'ON',
  billing_postcode: 'm5v2t6',
  billing_phone: '416 555 0100',
} as const

/** The same place typed by somebody the shop has never heard of: what one test is refused is not held against the next. */
export const newCustomerAddress = () => ({
  ...typedAddress,
  billing_email: `ada.${randomBytes(4).toString('hex')}@shop.test`,
})
