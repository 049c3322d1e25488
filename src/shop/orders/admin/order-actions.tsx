import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMay } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { ConfirmDialog } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { useUnsavedChanges } from '../../../platform/admin/form/unsaved.ts'
import { awaited, Button, ErrorState, Panel, QueryState, Skeleton, useRest } from '../../../platform/admin/parts.tsx'
import { useSend } from '../../../platform/admin/resource.ts'
import { Timeline } from '../../../platform/admin/timeline.tsx'
import { parsePrice } from '../../../platform/money/money.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { ordersWrite } from '../capabilities.ts'
import type { NoteJson, OrderJson } from '../rest/order-json.ts'
import { captureBefore, captureQuestion, choicesOf, statusLabelOf } from './order-label.tsx'
import styles from './order-panels.module.css'

export function OrderNotes({ orderId }: { orderId: number }) {
  const mayWrite = useMay(ordersWrite)
  const notes = useRest<NoteJson[]>([paths.restOrders, orderId, 'notes'], hrefs.restOrderNotes(orderId), awaited)
  return (
    <Panel id="notes" title="Order notes">
      {mayWrite && <NewNote orderId={orderId} />}
      <QueryState query={notes} placeholder={<Skeleton width="60%" />} />
      {notes.data?.length === 0 && <p className={styles.none}>No notes yet.</p>}
      <Timeline
        events={(notes.data ?? []).map((note) => ({
          id: note.id,
          text: note.note,
          gmt: note.date_created_gmt,
          by: `${note.author}${note.customer_note ? ' · visible to the customer' : ''}`,
        }))}
      />
    </Panel>
  )
}

function NewNote({ orderId }: { orderId: number }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const key = [paths.restOrders, orderId, 'notes']
  const add = useSend(
    (rest, note: string) => rest.send<NoteJson>('POST', hrefs.restOrderNotes(orderId), { note }),
    key,
    {
      onSuccess: (created) => {
        setText('')
        queries.setQueryData<NoteJson[]>(key, (current) => [created, ...(current ?? [])])
      },
    },
  )
  useUnsavedChanges(text.trim() !== '', add.isPending)
  return (
    <form
      className={styles.newNote}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !add.isPending) add.mutate(text.trim())
      }}
    >
      <label htmlFor="new-note">Note for the shop</label>
      <textarea
        id="new-note"
        className={controls.field}
        rows={2}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      {add.isError && <ErrorState error={add.error} />}
      <Button type="submit" disabled={add.isPending || text.trim() === ''}>
        {add.isPending ? 'Adding …' : 'Add note'}
      </Button>
      <p className="visually-hidden" role="status">
        {add.isSuccess ? 'The note was added.' : ''}
      </p>
    </form>
  )
}

export function SendOrderEmail({ order }: { order: OrderJson }) {
  const href = `${paths.restOrders}/${order.id}/actions/send_order_details`
  const send = useSend((rest) => rest.send('POST', href, {}), [paths.restOrders, order.id, 'notes'])
  if (!useMay(ordersWrite) || order.status === 'cancelled') return null
  return (
    <Panel id="details-mail" title="Mail">
      <Button disabled={send.isPending} onClick={() => send.mutate()}>
        {order.needs_payment ? 'Send a payment request' : 'Send the order details again'}
      </Button>
      <p role="status">{send.isSuccess ? `On its way to ${order.billing.email}.` : ''}</p>
      {send.isError && <ErrorState error={send.error} />}
    </Panel>
  )
}

export function StatusChange({ order }: { order: OrderJson }) {
  const queries = useQueryClient()
  const [selected, setSelected] = useState<string | null>(null)
  const statuses = choicesOf(order)
  const change = useSend(
    (rest, status: string) => rest.send<OrderJson>('PUT', hrefs.restOrder(order.id), { status }),
    [paths.restOrders],
    {
      onSuccess: (changed) => {
        setSelected(null)
        queries.setQueryData([paths.restOrders, order.id], changed)
      },
    },
  )
  const dialog = useRef<HTMLDialogElement>(null)
  if (!useMay(ordersWrite) || statuses.length === 0) return null
  const question = selected && questionOf(order, selected)
  return (
    <Panel id="status" title="Status">
      <form
        className={styles.status}
        onSubmit={(event) => {
          event.preventDefault()
          if (question) dialog.current?.showModal()
          else if (selected) change.mutate(selected)
        }}
      >
        <select
          className={controls.field}
          aria-labelledby="status-title"
          value={selected ?? order.status}
          onChange={(event) => setSelected(statuses.find(({ slug }) => slug === event.target.value)?.slug ?? null)}
        >
          {[{ slug: order.status, label: statusLabelOf(order) }, ...statuses].map(({ slug, label }) => (
            <option key={slug} value={slug}>
              {label}
            </option>
          ))}
        </select>
        <Button type="submit" kind="primary" disabled={selected === null || change.isPending}>
          {change.isPending ? 'Saving …' : 'Save'}
        </Button>
      </form>
      {selected === 'cancelled' && <p className={styles.hint}>The items of this order go back into stock.</p>}
      {selected && question && (
        <ConfirmDialog
          dialog={dialog}
          {...question}
          cancelLabel="Cancel"
          // A refusal is shown below, like that of any change.
          run={() => change.mutateAsync(selected).catch(() => undefined)}
        />
      )}
      {change.isError && <ErrorState error={change.error} />}
      <p className="visually-hidden" role="status">
        {change.isSuccess ? `The order is now ${statusLabelOf(order)}.` : ''}
      </p>
    </Panel>
  )
}

function questionOf(order: OrderJson, slug: string) {
  if (captureBefore(order) === null) return null
  const choice = choicesOf(order).find((one) => one.slug === slug)
  const to = choice && 'behaves_as' in choice ? choice.behaves_as : slug
  if (to === 'processing' || to === 'completed')
    return captureQuestion(order, parsePrice(order.total, order.currency) ?? 0)
  if (to !== 'cancelled') return null
  return {
    question: `Void the payment of ${formatAmount(order.total, order.currency)}?`,
    text: 'The customer is charged nothing, the order is cancelled, and its items go back into stock.',
    confirmLabel: 'Void and cancel the order',
  }
}
