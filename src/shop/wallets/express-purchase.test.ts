import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Calculation,
  type ExpressPurchase,
  nextStep,
  type ProductChoice,
  type PurchaseCommand,
  type PurchaseEvent,
  startOfPurchase,
} from './express-purchase.ts'

const wallet = 'stripe_googlepay'
const simple: ProductChoice = {
  item: { product_id: '7', variation_id: '0', qty: '1' },
  quantity: 1,
  isPayable: true,
  needsShipping: true,
}
const ofQuantity = (quantity: number): ProductChoice => ({
  ...simple,
  quantity,
  item: { ...simple.item, qty: String(quantity) },
})
const withoutVariation: ProductChoice = { ...simple, isPayable: false }
const cart = { total: '12.50', totalCents: 1250, displayItems: [], shippingOptions: [] }
const found: Calculation = { ok: true, needsShipping: true, carts: { [wallet]: cart } }
const failed: Calculation = { ok: false, message: null }

/** The state after these events, and the commands of the last event. */
function after(choice: ProductChoice, ...events: readonly PurchaseEvent[]) {
  let step: { state: ExpressPurchase; commands: readonly PurchaseCommand[] } = {
    state: startOfPurchase(choice),
    commands: [],
  }
  for (const event of events) step = nextStep(step.state, event)
  return step
}
const ready: PurchaseEvent = { kind: 'wallet-ready', wallet }
const pressed: PurchaseEvent = { kind: 'button-pressed', wallet }
const calculated = (result: Calculation): PurchaseEvent => ({ kind: 'calculated', result })
const changed = (choice: ProductChoice): PurchaseEvent => ({ kind: 'choice-changed', choice })
const closed = (outcome: Extract<PurchaseEvent, { kind: 'sheet-closed' }>['outcome']): PurchaseEvent => ({
  kind: 'sheet-closed',
  outcome,
})

describe('containers', () => {
  test('those that are missing are looked for again after a second, also beside others', () => {
    const again = { kind: 'count-containers', wallet, afterMs: 1000 }
    expect(after(simple, { kind: 'containers-counted', wallet, count: 0 }).commands).toEqual([again])
    expect(after(simple, { kind: 'containers-counted', wallet, count: 2 }).commands).toEqual([
      { kind: 'check-wallet', wallet },
      again,
    ])
  })
})

describe('when a wallet is ready', () => {
  test('a simple product is calculated, and only then the button works', () => {
    const first = after(simple, ready)
    expect(first.commands).toEqual([
      { kind: 'show-buttons', wallet },
      { kind: 'enable-buttons', isEnabled: false },
      { kind: 'calculate', choice: simple },
    ])
    expect(nextStep(first.state, calculated(found)).state).toMatchObject({ isEnabled: true, result: found })
  })

  test('a variable product without variation is not calculated', () => {
    expect(after(withoutVariation, ready).commands).toEqual([
      { kind: 'show-buttons', wallet },
      { kind: 'enable-buttons', isEnabled: false },
    ])
  })

  test('a second wallet shares the calculation', () => {
    const second: PurchaseEvent = { kind: 'wallet-ready', wallet: 'stripe_applepay' }
    const { state, commands } = after(simple, ready, calculated(found), second)
    expect(commands.map(({ kind }) => kind)).toEqual(['show-buttons', 'enable-buttons'])
    expect(state).toMatchObject({ wallets: [wallet, 'stripe_applepay'], isEnabled: true })
    // The wallet's button in another container is shown, too, without another calculation.
    expect(nextStep(state, second).commands).toEqual(commands)
  })
})

describe('when the choice changes', () => {
  test('nothing is calculated before a wallet is ready', () => {
    expect(after(simple, changed(ofQuantity(2))).commands).toEqual([])
  })

  test('the button waits for the calculation, and works again whatever its result', () => {
    for (const result of [found, failed]) {
      const waiting = after(simple, ready, calculated(found), changed(ofQuantity(2)))
      expect(waiting.commands).toEqual([
        { kind: 'enable-buttons', isEnabled: false },
        { kind: 'calculate', choice: ofQuantity(2) },
      ])
      expect(nextStep(waiting.state, calculated(result)).commands).toEqual([
        { kind: 'enable-buttons', isEnabled: true },
      ])
    }
  })

  test('without variation it stops there, also when a calculation was running', () => {
    const { state, commands } = after(simple, ready, changed(withoutVariation))
    expect(commands).toEqual([{ kind: 'enable-buttons', isEnabled: false }])
    expect(nextStep(state, calculated(found))).toMatchObject({
      state: { isEnabled: false, result: null, calculation: 'none' },
      commands: [{ kind: 'enable-buttons', isEnabled: false }],
    })
  })

  test('of changes during a calculation only the newest is calculated, after it', () => {
    const { state } = after(simple, ready, changed(ofQuantity(2)), changed(ofQuantity(3)))
    const next = nextStep(state, calculated(found))
    expect(next.commands).toContainEqual({ kind: 'calculate', choice: ofQuantity(3) })
    expect(next.state).toMatchObject({ isEnabled: false, result: null })
  })
})

describe('when the button is pressed', () => {
  test('the sheet opens; the cart is filled before only if nothing is shipped', () => {
    expect(after(simple, ready, calculated(found), pressed).commands).toEqual([
      { kind: 'open-sheet', addsToCart: false },
    ])
    const digital: Calculation = { ...found, needsShipping: false }
    expect(after(simple, ready, calculated(digital), pressed).commands).toEqual([
      { kind: 'open-sheet', addsToCart: true },
    ])
    // Without an answer, the product's own data decide.
    expect(after({ ...simple, needsShipping: false }, ready, calculated(failed), pressed).commands).toEqual([
      { kind: 'open-sheet', addsToCart: true },
    ])
  })

  test('without a quantity it is told, and nothing opens', () => {
    for (const quantity of [0, -1, Number.NaN]) {
      const { state, commands } = after(simple, ready, calculated(found), changed(ofQuantity(quantity)), pressed)
      expect(commands).toEqual([{ kind: 'show-notice', problem: { kind: 'invalid_amount', wallet } }])
      expect(state.openWallet).toBeNull()
    }
  })

  test('what the shop has refused is told', () => {
    const refused: Calculation = { ok: false, message: 'Only 2 are left.' }
    expect(after(simple, ready, calculated(refused), pressed).commands).toEqual([
      { kind: 'show-notice', problem: { kind: 'refused', text: 'Only 2 are left.' } },
    ])
  })

  test('[XW-10] a second press while a sheet is open does nothing; afterwards it opens again', () => {
    const open = after(simple, ready, calculated(found), pressed)
    for (const id of ['stripe_googlepay', 'stripe_applepay'] as const)
      expect(nextStep(open.state, { kind: 'button-pressed', wallet: id })).toEqual({ state: open.state, commands: [] })
    const canceled = nextStep(open.state, closed({ kind: 'canceled' }))
    expect(canceled.commands).toEqual([])
    expect(nextStep(canceled.state, pressed).commands).toEqual([{ kind: 'open-sheet', addsToCart: false }])
  })

  test('a sheet that has failed on a page of its own is told where it was opened', () => {
    const error = { kind: 'error', statusCode: 'INTERNAL_ERROR', message: 'x' } as const
    for (const state of [startOfPurchase(simple), after(simple, ready, calculated(found)).state]) {
      expect(nextStep(state, closed(error)).commands).toEqual([{ kind: 'show-notice', problem: { kind: 'payment' } }])
      expect(nextStep(state, closed({ kind: 'canceled' })).commands).toEqual([])
    }
  })

  test('a failed sheet is told, a closed one needs no word', () => {
    const open = after(simple, ready, calculated(found), pressed)
    expect(nextStep(open.state, closed({ kind: 'success' })).commands).toEqual([])
    const error = { kind: 'error', statusCode: 'DEVELOPER_ERROR', message: 'x' } as const
    expect(nextStep(open.state, closed(error)).commands).toEqual([
      { kind: 'show-notice', problem: { kind: 'payment' } },
    ])
    const refused = closed({ kind: 'refused', message: 'Your card was declined.' })
    expect(nextStep(open.state, refused).commands).toEqual([
      { kind: 'show-notice', problem: { kind: 'refused', text: 'Your card was declined.' } },
    ])
  })
})

describe('in any order of events', () => {
  const choices = fc.oneof(
    fc.integer({ min: 0, max: 5 }).map(ofQuantity),
    fc.constant(withoutVariation),
    fc.constant({ ...simple, needsShipping: false }),
  )
  const moves = fc.array(
    fc.oneof(
      choices.map((choice) => ({ kind: 'change' as const, choice })),
      fc.constantFrom(found, failed).map((result) => ({ kind: 'answer' as const, result })),
      fc.constant({ kind: 'press' as const }),
      fc.constant({ kind: 'close' as const }),
    ),
    { maxLength: 40 },
  )

  test('one calculation runs at a time, the newest choice wins, and the button works only in between', () => {
    fc.assert(
      fc.property(choices, moves, (first, sequence) => {
        let state = startOfPurchase(first)
        let running: ProductChoice | null = null
        let answered: ProductChoice | null = null
        const send = (event: PurchaseEvent): void => {
          const step = nextStep(state, event)
          for (const command of step.commands) {
            if (command.kind === 'calculate') {
              expect(running).toBeNull()
              running = command.choice
            }
            if (command.kind === 'open-sheet')
              expect([state.openWallet, state.choice.quantity > 0]).toEqual([null, true])
            if (command.kind === 'enable-buttons') expect(command.isEnabled).toBe(step.state.isEnabled)
          }
          state = step.state
        }
        const answer = (result: Calculation): void => {
          if (!running) return
          answered = running
          running = null
          send({ kind: 'calculated', result })
        }
        send(ready)
        for (const move of sequence) {
          if (move.kind === 'change') send({ kind: 'choice-changed', choice: move.choice })
          else if (move.kind === 'answer') answer(move.result)
          else if (move.kind === 'press') send(pressed)
          else send(closed({ kind: 'canceled' }))
          if (running && state.choice.quantity > 0) expect(state.isEnabled).toBe(false)
        }
        while (running) answer(found)
        const isPayable = state.choice.isPayable
        expect(state.isEnabled).toBe(isPayable)
        if (isPayable && state.choice.quantity > 0) expect(answered).toEqual(state.choice)
      }),
    )
  })
})
