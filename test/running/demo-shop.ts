import { randomBytes } from 'node:crypto'

/** Products of the demo shop that browser tests and screenshots use by name. */
export const demo = {
  simple: 'jasmine-dragon-pearls',
  another: 'faiyum-chamomile',
  variable: 'cederberg-rooibos',
  partlySoldOut: 'xi-hu-longjing',
  /** Has two attributes; one combination does not exist, another is sold out. */
  manyChoices: 'morning-mug',
  grouped: 'gongfu-table',
  external: 'the-patient-leaf',
  /** Has only one picture. */
  onePicture: 'paper-filters',
  /** Has two pieces in stock. */
  nearlySoldOut: 'wuyi-da-hong-pao',
  soldOut: 'li-shan',
  /** Stock is tracked, and there are plenty. */
  counted: 'huo-shan-huang-ya',
  onSale: 'huang-shan-mao-feng',
  /** Taxed like most products; teas are not. */
  teaware: 'fairness-pitcher',
  category: 'oolong',
  post: 'water-before-leaf',
  postCategory: 'brewing',
  postTag: 'oolong',
  author: 'noor-haddad',
  page: 'about',
  /** A page with contents, flip boxes and bars. */
  guide: 'tea-guide',
  project: 'the-ferry-house',
} as const

export const users = {
  owner: { email: 'owner@samovar.test', password: 'samovar-owner' },
  editor: { email: 'editor@samovar.test', password: 'samovar-editor' },
  customer: { email: 'customer@samovar.test', password: 'samovar-customer' },
} as const

/** An address in Ontario as a shopper types it. */
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

/** The same address typed by a new customer, so that declined cards of one test do not count in the next. */
export const newCustomerAddress = () => ({
  ...typedAddress,
  billing_email: `ada.${randomBytes(4).toString('hex')}@shop.test`,
})
