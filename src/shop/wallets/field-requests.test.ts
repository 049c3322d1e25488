import { expect, test } from 'vitest'
import type { PageKind } from '../gateways/page-kind.ts'
import { requestsDetail } from './client/page-wallets.client.ts'

const required = { isRequired: true, value: '' }
const filled = { isRequired: true, value: '416 555 0100' }
const optional = { isRequired: false, value: '' }

test('[PAY-20 checkout] only what is required and still empty is asked for', () => {
  const page = 'checkout'
  expect(requestsDetail(page, required)).toBe(true)
  expect(requestsDetail(page, { ...required, value: '  ' })).toBe(true)
  expect(requestsDetail(page, filled)).toBe(false)
  expect(requestsDetail(page, optional)).toBe(false)
})

test('[PAY-20 order_pay] nothing is asked for an order that exists', () => {
  for (const field of [required, filled, optional]) expect(requestsDetail('order_pay', field)).toBe(false)
})

test('[PAY-20 elsewhere] whatever is required is asked for, also if the page has it', () => {
  const pages: PageKind[] = ['product', 'cart', 'add_payment_method', 'change_payment_method']
  for (const page of pages) {
    expect(requestsDetail(page, required)).toBe(true)
    expect(requestsDetail(page, filled)).toBe(true)
    expect(requestsDetail(page, optional)).toBe(false)
  }
})
