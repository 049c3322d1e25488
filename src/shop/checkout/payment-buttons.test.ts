import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ButtonsEvent,
  type GatewayOption,
  initialButtons,
  nextButtons,
  offersToSaveCard,
  shownButton,
} from './payment-buttons.ts'

const wallet: GatewayOption = { id: 'stripe_googlepay', isFromProvider: true, hasButton: true }
const card: GatewayOption = { id: 'stripe_cc', isFromProvider: true, hasButton: false }
const cash: GatewayOption = { id: 'cod', isFromProvider: false, hasButton: false }

const after = (...events: ButtonsEvent[]) => shownButton(events.reduce(nextButtons, initialButtons))
const select = (gateway: GatewayOption | null): ButtonsEvent => ({ kind: 'selected', gateway })
const token: ButtonsEvent = { kind: 'token-received', gateway: wallet.id }
const choose = (type: 'saved' | 'new'): ButtonsEvent => ({ kind: 'type-selected', gateway: wallet.id, type })
const error: ButtonsEvent = { kind: 'checkout-error' }

describe('[CHK-14] the visible pay button', () => {
  test.each([
    ['nothing is chosen', [], 'place-order'],
    ['a wallet without its token', [select(wallet)], 'wallet'],
    ['a wallet with its token', [select(wallet), token], 'place-order'],
    ['a token from before it was chosen', [token, select(wallet)], 'place-order'],
    ['a saved method of a wallet', [select(wallet), choose('saved')], 'place-order'],
    ['saved, then a new one after all', [select(wallet), choose('saved'), choose('new')], 'wallet'],
    ['an error after the token', [select(wallet), token, error], 'wallet'],
    ['an error with a saved method', [select(wallet), choose('saved'), error], 'place-order'],
    ['a method of nobody’s', [select(wallet), select(cash)], 'place-order'],
    ['an error there', [select(cash), error], 'place-order'],
    ['a card, which has no button but this', [select(card)], 'place-order'],
    ['back to the wallet', [select(wallet), token, select(cash), select(wallet)], 'place-order'],
  ] as const)('[CHK-14] %s', (_, events, button) => {
    expect(after(...events)).toBe(button)
  })

  test('[CHK-14] in every state, a method outside the provider can be placed', () => {
    const event = fc.oneof(
      fc.constantFrom<ButtonsEvent>(select(wallet), select(card), select(cash), token, error),
      fc.constantFrom<ButtonsEvent>(choose('saved'), choose('new')),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        expect(after(...events, select(cash))).toBe('place-order')
        expect(after(...events, choose('new'), select(wallet), error)).toBe('wallet')
        expect(after(...events, select(wallet), token)).toBe('place-order')
      }),
    )
  })
})

test('[CHK-16] saving a card is offered with an account to save it in, and without Link', () => {
  const offer = (createsAccount: boolean, isSignedIn: boolean, hasLinkPayment = false) =>
    offersToSaveCard({ createsAccount, isSignedIn, hasLinkPayment })
  expect(offer(true, false)).toBe(true)
  expect(offer(false, true)).toBe(true)
  expect(offer(false, false)).toBe(false)
  expect(offer(true, false, true)).toBe(false)
  expect(offer(true, true, true)).toBe(false)
})
