import { expect, test } from 'vitest'
import type { PageKind } from '../gateways/page-kind.ts'
import { asksForDetail } from './client/page-wallets.client.ts'

const required = { isRequired: true, value: '' }
const filled = { isRequired: true, value: '416 555 0100' }
const optional = { isRequired: false, value: '' }

test('[PAY-20 checkout] only what is required and still empty is asked for', () => {
  const page = 'checkout'
  expect(asksForDetail(page, required)).toBe(true)
  expect(asksForDetail(page, { ...required, value: '  ' })).toBe(true)
  expect(asksForDetail(page, filled)).toBe(false)
  expect(asksForDetail(page, optional)).toBe(false)
})

test('[PAY-20 order_pay] nothing is asked for an order that exists', () => {
  for (const field of [required, filled, optional]) expect(asksForDetail('order_pay', field)).toBe(false)
})

test('[PAY-20 elsewhere] whatever is required is asked for, also if the page has it', () => {
  const pages: PageKind[] = ['product', 'cart', 'add_payment_method', 'change_payment_method']
  for (const page of pages) {
    expect(asksForDetail(page, required)).toBe(true)
    expect(asksForDetail(page, filled)).toBe(true)
    expect(asksForDetail(page, optional)).toBe(false)
  }
})
