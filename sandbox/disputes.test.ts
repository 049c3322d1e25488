import { expect, test } from 'vitest'
import { intentOf, openTestSandbox } from './open-test-sandbox.ts'

const { pool, provider, sdk, pay, anIntent } = await openTestSandbox()

async function paid(name: string): Promise<string> {
  const request = anIntent()
  const { id } = intentOf(await provider().createIntent(request))
  await provider().confirmIntent({ intentId: id, paymentMethodId: name, idempotencyKey: `${request.idempotencyKey}-c` })
  return id
}
async function reversals(intentId: string) {
  const read = await provider().retrieveReversals(intentId)
  if (!read.ok) throw new Error(JSON.stringify(read.problem))
  return read.reversals
}
const eventsOf = async (intentId: string): Promise<string[]> =>
  (
    await pool.query<{ type: string }>(
      `select data->>'type' as type from provider_sandbox.objects
       where kind = 'event' and data->'data'->'object'->>'payment_intent' = $1 order by position`,
      [intentId],
    )
  ).rows.map((row) => row.type)

test.each([
  ['pm_card_createDispute', 'fraudulent', 'needs_response'],
  ['pm_card_createDisputeProductNotReceived', 'product_not_received', 'needs_response'],
  ['pm_card_createDisputeInquiry', 'fraudulent', 'warning_needs_response'],
])('%s pays, and its cardholder disputes it: %s, %s', async (name, reason, status) => {
  const intentId = await paid(name)
  const { capturedCents, disputes } = await reversals(intentId)
  expect(capturedCents).toBe(4218)
  expect(disputes).toMatchObject([{ amountCents: 4218, currency: 'CAD', reason, status }])
  expect(disputes[0]?.dueAt?.getTime()).toBeGreaterThan(Date.now())
  const events = await eventsOf(intentId)
  expect(events).toContain('charge.dispute.created')
  expect(events.includes('charge.dispute.funds_withdrawn')).toBe(!status.startsWith('warning'))
})

test.each([
  ['winning_evidence', 'won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
  ['losing_evidence', 'lost', ['charge.dispute.closed']],
  ['a photograph of the parcel', 'under_review', ['charge.dispute.updated']],
])('evidence %j: %s', async (uncategorized_text, status, events) => {
  const intentId = await paid('pm_card_createDispute')
  const [open] = (await reversals(intentId)).disputes
  const before = (await eventsOf(intentId)).length
  await sdk().disputes.update(open?.id ?? '', { evidence: { uncategorized_text } })
  expect((await reversals(intentId)).disputes).toMatchObject([{ status }])
  expect((await eventsOf(intentId)).slice(before)).toEqual(events)
})

test('one that is closed stays closed, and money that a bank took back is not given back once more', async () => {
  const intentId = await paid('pm_card_createDispute')
  const [open] = (await reversals(intentId)).disputes
  const refund = { intentId, reason: 'duplicate', amountCents: 100, idempotencyKey: `r-${intentId}` } as const
  expect(await provider().refund(refund)).toMatchObject({ ok: false, problem: { error: { code: 'charge_disputed' } } })
  await sdk().disputes.close(open?.id ?? '')
  await expect(sdk().disputes.close(open?.id ?? '')).rejects.toMatchObject({ code: 'dispute_already_closed' })
  expect(await provider().refund({ ...refund, idempotencyKey: `r2-${intentId}` })).toMatchObject({ ok: false })
})

test('an inquiry moves no money: it can be refunded, and closes without loss', async () => {
  const intentId = await paid('pm_card_createDisputeInquiry')
  const [open] = (await reversals(intentId)).disputes
  const refund = { intentId, reason: 'duplicate', amountCents: 4218, idempotencyKey: `r-${intentId}` } as const
  expect(await provider().refund(refund)).toMatchObject({ ok: true })
  await sdk().disputes.close(open?.id ?? '')
  expect((await reversals(intentId)).disputes).toMatchObject([{ status: 'warning_closed' }])
})

test('a refund that is on its way arrives, or comes back and can be tried anew', async () => {
  const intentId = await paid('pm_card_pendingRefund')
  const give = (idempotencyKey: string) =>
    provider().refund({ intentId, reason: 'requested_by_customer', amountCents: 4218, idempotencyKey })
  expect(await give(`a-${intentId}`)).toMatchObject({ ok: true, refund: { status: 'pending' } })
  expect(await give(`b-${intentId}`)).toMatchObject({ ok: false })
  const [first] = (await reversals(intentId)).refunds
  const finish = (id: string, status: string) => sdk().rawRequest('POST', `/v1/test_helpers/refunds/${id}`, { status })
  await finish(first?.id ?? '', 'failed')
  await give(`c-${intentId}`)
  const second = (await reversals(intentId)).refunds[1]
  await finish(second?.id ?? '', 'succeeded')
  expect((await reversals(intentId)).refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  expect(await eventsOf(intentId)).toEqual(expect.arrayContaining(['refund.failed', 'charge.refund.updated']))
})

test('more refunds than one page are all read', async () => {
  const { id: intentId } = intentOf(await pay('4242424242424242', { amountCents: 20_000 }))
  for (let count = 0; count < 101; count += 1)
    await provider().refund({ intentId, amountCents: 2, reason: 'duplicate', idempotencyKey: `${intentId}-${count}` })
  expect((await reversals(intentId)).refunds).toHaveLength(101)
})

test('documents are files of the right kind, named by evidence, and at most 4.5 MB together', async () => {
  const intentId = await paid('pm_card_createDispute')
  const [open] = (await reversals(intentId)).disputes
  const upload = (start: string, size: number, purpose = 'dispute_evidence') => {
    const data = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(size - start.length)])
    const file = { data, name: 'proof', type: 'application/octet-stream' }
    return sdk().files.create({ purpose: purpose as 'dispute_evidence', file })
  }
  const first = await upload('%PDF-1.7', 2_400_000)
  expect(first).toMatchObject({ object: 'file', purpose: 'dispute_evidence', size: 2_400_000, type: 'pdf' })
  expect(await sdk().files.retrieve(first.id)).toMatchObject({ id: first.id, filename: 'proof' })
  await expect(upload('GIF89a', 100)).rejects.toMatchObject({ param: 'file' })
  await expect(upload('%PDF-1.7', 100, 'identity_document')).rejects.toMatchObject({ param: 'purpose' })
  const second = await upload('\u0089PNG\r\n\u001a\n', 2_400_000)
  const answer = (evidence: object) => sdk().disputes.update(open?.id ?? '', { evidence, submit: false })
  await expect(answer({ receipt: first.id, uncategorized_file: second.id })).rejects.toMatchObject({
    param: 'evidence',
  })
  await expect(answer({ receipt: 'file_none' })).rejects.toMatchObject({ param: 'evidence[receipt]' })
  expect((await answer({ receipt: first.id })).evidence.receipt).toBe(first.id)
})
