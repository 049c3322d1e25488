import { expect, test } from 'vitest'
import { type PageKind, pageKindOf } from './page-kind.ts'

const table: readonly (readonly [bodyClass: string, search: string, kind: PageKind | null])[] = [
  ['single single-product postid-7 product-template-default woocommerce woocommerce-page', '', 'product'],
  ['page page-id-cart woocommerce-cart woocommerce-page', '', 'cart'],
  ['page page-id-checkout woocommerce-checkout woocommerce-page', '', 'checkout'],
  // A cart page that also has the checkout's class counts as checkout, whatever the order of the classes.
  ['page woocommerce-cart woocommerce-checkout woocommerce-page', '', 'checkout'],
  ['page woocommerce-checkout woocommerce-cart woocommerce-page', '', 'checkout'],
  ['page woocommerce-checkout woocommerce-page woocommerce-order-pay', '', 'order_pay'],
  ['page woocommerce-checkout woocommerce-page woocommerce-order-pay', '?pay_for_order=true&key=x', 'order_pay'],
  [
    'page woocommerce-checkout woocommerce-page woocommerce-order-pay',
    '?change_payment_method=7',
    'change_payment_method',
  ],
  ['page woocommerce-account woocommerce-page woocommerce-add-payment-method', '', 'add_payment_method'],
  ['page woocommerce-checkout woocommerce-page woocommerce-order-received', '', null],
  ['page woocommerce-account woocommerce-page', '', null],
  ['archive post-type-archive-product woocommerce-shop woocommerce woocommerce-page', '', null],
  ['home page woocommerce-page', '', null],
  // The query alone does not change another page's kind, and part of a class name does not match.
  ['page woocommerce-cart woocommerce-page', '?change_payment_method=7', 'cart'],
  ['page my-woocommerce-cart single-product-list', '', null],
  ['  woocommerce-js\n\twoocommerce-cart ', '', 'cart'],
  ['', '', null],
]

const rows = table.map(([bodyClass, search, kind]) => ({ bodyClass, search, kind }))

for (const { bodyClass, search, kind } of rows.filter((row) => row.kind !== null))
  test(`[PLAT-05 ${kind}] a page with the body class “${bodyClass.trim()}” and the query “${search}”`, () => {
    expect(pageKindOf(bodyClass, search)).toBe(kind)
  })

test.each(rows.filter(({ kind }) => kind === null))(
  '[PLAT-05] a page with the body class “$bodyClass” and the query “$search” has no kind',
  ({ bodyClass, search }) => {
    expect(pageKindOf(bodyClass, search)).toBeNull()
  },
)

test('[PLAT-05 cart with the checkout marker] counts as checkout in any order of the classes', () => {
  for (const marks of ['woocommerce-cart woocommerce-checkout', 'woocommerce-checkout woocommerce-cart']) {
    expect(pageKindOf(`page ${marks} woocommerce-page`, '')).toBe('checkout')
  }
})
