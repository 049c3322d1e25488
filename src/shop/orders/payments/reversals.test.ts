import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Dispute,
  type DisputeStatus,
  disputeStatuses,
  type Refund,
  type RefundStatus,
  refundStatuses,
} from '../../gateways/refunds-and-disputes.ts'
import { disputeChanges, isClosed, isReversalEvent, refundChanges } from './reversals.ts'

const at = new Date('2026-11-20T12:00:00Z')
const refund = (id: string, status: RefundStatus): Refund => ({
  id,
  status,
  intentId: 'pi_1',
  amountCents: 100,
  currency: 'CAD',
  reason: null,
  createdAt: at,
})
const dispute = (id: string, status: DisputeStatus): Dispute => ({
  id,
  status,
  amountCents: 100,
  currency: 'CAD',
  reason: 'fraudulent',
  createdAt: at,
  dueAt: null,
})

test.each<[RefundStatus | null, RefundStatus, string | null]>([
  [null, 'pending', null],
  [null, 'requires_action', null],
  [null, 'succeeded', 'succeeded'],
  ['pending', 'succeeded', 'succeeded'],
  ['succeeded', 'succeeded', null],
  ['succeeded', 'failed', 'failed'],
  ['pending', 'failed', 'failed'],
  ['pending', 'canceled', 'failed'],
  [null, 'failed', 'failed'],
  ['canceled', 'failed', null],
  ['failed', 'failed', null],
])('a refund that changes from %s to %s: %s', (before, now, kind) => {
  const known = new Map(before === null ? [] : [['re_1', before] as const])
  expect(refundChanges(known, [refund('re_1', now)]).map((news) => news.kind)).toEqual(kind === null ? [] : [kind])
})

test.each<[DisputeStatus | null, DisputeStatus, readonly string[]]>([
  [null, 'needs_response', ['opened']],
  [null, 'warning_needs_response', ['opened']],
  [null, 'lost', ['opened', 'closed']],
  ['needs_response', 'needs_response', []],
  ['needs_response', 'under_review', ['changed']],
  ['warning_needs_response', 'needs_response', ['changed']],
  ['under_review', 'won', ['closed']],
  ['warning_under_review', 'warning_closed', ['closed']],
  ['lost', 'won', ['closed']],
  ['won', 'won', []],
])('a dispute that changes from %s to %s: %j', (before, now, kinds) => {
  const known = new Map(before === null ? [] : [['dp_1', before] as const])
  expect(disputeChanges(known, [dispute('dp_1', now)]).map((news) => news.kind)).toEqual(kinds)
})

test('only refund and dispute events start a synchronization', () => {
  const about = ['charge.refunded', 'charge.refund.updated', 'refund.created', 'refund.updated', 'refund.failed']
  const disputes = ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated']
  for (const type of [...about, ...disputes.map((end) => `charge.dispute.${end}`)])
    expect([type, isReversalEvent(type)]).toEqual([type, true])
  for (const type of ['charge.succeeded', 'payment_intent.succeeded', 'charge.captured', 'customer.created', ''])
    expect([type, isReversalEvent(type)]).toEqual([type, false])
})

describe('however often a payment is synchronized', () => {
  // Each step is one synchronization; a step without changes is a repeated event.
  const synchronizations = <Status>(statuses: readonly [Status, ...Status[]]) =>
    fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...statuses)), { maxLength: 12 })

  test('every refund in effect at the end was reported as succeeded once more than as failed', () => {
    fc.assert(
      fc.property(synchronizations(refundStatuses), (steps) => {
        const known = new Map<string, RefundStatus>()
        const reportedChanges = new Map<string, number>()
        for (const step of steps) {
          const reported = Object.entries(step).map(([id, status]) => refund(id, status))
          for (const change of refundChanges(known, reported))
            reportedChanges.set(
              change.refund.id,
              (reportedChanges.get(change.refund.id) ?? 0) + (change.kind === 'succeeded' ? 1 : 0),
            )
          const updated = new Map([...known, ...reported.map(({ id, status }) => [id, status] as const)])
          expect(refundChanges(updated, reported)).toEqual([])
          for (const { id, status } of reported) known.set(id, status)
        }
        for (const [id, status] of known)
          if (status === 'succeeded') expect(reportedChanges.get(id)).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  test('every dispute is opened once and first, and the last change of a closed one is its closing', () => {
    fc.assert(
      fc.property(synchronizations(disputeStatuses), (steps) => {
        const known = new Map<string, DisputeStatus>()
        const told = new Map<string, string[]>()
        for (const step of steps) {
          const reported = Object.entries(step).map(([id, status]) => dispute(id, status))
          for (const { kind, dispute: one } of disputeChanges(known, reported))
            told.set(one.id, [...(told.get(one.id) ?? []), kind])
          for (const { id, status } of reported) known.set(id, status)
          expect(disputeChanges(known, reported)).toEqual([])
        }
        for (const [id, status] of known) {
          const kinds = told.get(id) ?? []
          expect(kinds.indexOf('opened')).toBe(0)
          expect(kinds.lastIndexOf('opened')).toBe(0)
          if (isClosed(status)) expect(kinds.at(-1)).toBe('closed')
        }
      }),
    )
  })
})
