import { expect, test } from 'vitest'
import type { PageKind } from '../gateways/page-kind.ts'
import { asksForDetail } from './field-requests.ts'

const google = { wallet: 'stripe_googlepay', detail: 'phone' } as const
const required = { isRequired: true, value: '' }
const filled = { isRequired: true, value: '416 555 0100' }
const optional = { isRequired: false, value: '' }

test('[PAY-20 checkout] only what is required and still empty is asked for', () => {
  const page = 'checkout'
  expect(asksForDetail({ ...google, page, field: required })).toBe(true)
  expect(asksForDetail({ ...google, page, field: { ...required, value: '  ' } })).toBe(true)
  expect(asksForDetail({ ...google, page, field: filled })).toBe(false)
  expect(asksForDetail({ ...google, page, field: optional })).toBe(false)
})

test('[PAY-20 order_pay] nothing is asked for an order that exists', () => {
  for (const field of [required, filled, optional])
    expect(asksForDetail({ ...google, page: 'order_pay', field })).toBe(false)
})

test('[PAY-20 elsewhere] whatever is required is asked for, also if the page has it', () => {
  const pages: PageKind[] = ['product', 'cart', 'add_payment_method', 'change_payment_method']
  for (const page of pages) {
    expect(asksForDetail({ ...google, page, field: required })).toBe(true)
    expect(asksForDetail({ ...google, page, field: filled })).toBe(true)
    expect(asksForDetail({ ...google, page, field: optional })).toBe(false)
  }
})

test('[PAY-20 phone-maker wallet] Apple always asks for name and email, and for the telephone as others do', () => {
  const apple = { wallet: 'stripe_applepay' } as const
  const pages: PageKind[] = ['product', 'cart', 'checkout', 'order_pay']
  for (const page of pages)
    for (const field of [required, filled, optional]) {
      for (const detail of ['name', 'email'] as const)
        expect(asksForDetail({ ...apple, page, field, detail })).toBe(true)
      expect(asksForDetail({ ...apple, page, field, detail: 'phone' })).toBe(asksForDetail({ ...google, page, field }))
    }
})
